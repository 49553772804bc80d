"""Who may ask: the page itself on this machine, by its name and from its own origin; elsewhere whoever has the token."""

from __future__ import annotations

import hmac
import ipaddress
import socket
from dataclasses import dataclass
from email.message import Message
from http.cookies import CookieError, SimpleCookie

LOCAL = ("localhost", "127.0.0.1", "::1")


def is_loopback(host: str) -> bool:
    """Whether an address to listen at can be reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that is not answered: the status of HTTP, and why."""

    status: int
    why: str


@dataclass(frozen=True, slots=True)
class Guard:
    """What a request must show.

    Attributes:
        host: The address that is listened at.
        port: Its port.
        token: What everybody must have, empty where the machine itself is trusted.
        names: Further names of this machine.

    """

    host: str
    port: int
    token: str = ""
    names: tuple[str, ...] = ()

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds the token."""
        return f"derive-{self.port}"

    def refused(self, headers: Message, *, page: bool, token: str = "") -> Refusal | None:
        """Return why a request is refused, None if it is not.

        Args:
            headers: Its headers.
            page: It asks for the page itself, to which any site may link; it changes nothing and costs nothing.
            token: The token in its address.

        """
        hosts = headers.get_all("Host") or []
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return Refusal(421, "this server does not go by that name (Host)")
        origin = headers.get("Origin")
        if origin is not None and origin.lower() != f"http://{hosts[0].lower()}":
            return Refusal(403, "pages of other origins may not ask (Origin)")
        if not page and headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return Refusal(403, "pages of other sites may not ask (Sec-Fetch-Site)")
        if self.token and not any(hmac.compare_digest(one.encode(), self.token.encode()) for one in (token, *_shown(headers, self.cookie))):
            return Refusal(401, "open the address with its token that `derive serve` printed")
        return None

    def _is_own(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "80")
        name = name.strip("[]").lower()
        if port != str(self.port):
            return False
        if name in LOCAL or name == self.host.lower() or name in self.names:
            return True
        if is_loopback(self.host):
            return False
        try:  # an address is no name that somebody else could point here
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return name == socket.gethostname().lower()


def _shown(headers: Message, cookie: str) -> list[str]:
    """The tokens that a request shows in its headers."""
    found = []
    kind, _, value = (headers.get("Authorization") or "").partition(" ")
    if kind.lower() == "bearer":
        found.append(value.strip())
    try:
        jar = SimpleCookie(headers.get("Cookie") or "")
    except CookieError:
        return found
    return [*found, *([jar[cookie].value] if cookie in jar else [])]


__all__ = ["Guard", "Refusal", "is_loopback"]
