r"""The files of a LaTeX source: beside a ``.tex`` file, in a folder, or in an archive as arXiv gives them.

Nothing outside of the folder or archive is read, nothing is unpacked to the disk, and nothing is executed.
"""

from __future__ import annotations

import gzip
import io
import posixpath
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

MAX_CHARACTERS = 4_000_000
MAX_FILES = 2_000
_SOURCES = (".tex", ".sty", ".cls", ".ltx", ".def", ".tikz")
_ARCHIVES = (".tar", ".tgz", ".gz", ".zip")
_MAIN = ("main", "ms", "paper", "article", "arxiv")


class SourceTree:
    """Where the inputs of a source are looked up, by their names relative to the main file.

    Attributes:
        main: The name of the main file.
        text: Its text.
        others: Files that could have been the main file as well.

    """

    def __init__(
        self, text: str, main: str = "", folder: Path | None = None, members: dict[str, str] | None = None
    ) -> None:
        self.text = text
        self.main = main
        self.others: tuple[str, ...] = ()
        self._folder = folder.resolve() if folder else None
        self._members = members

    @property
    def is_known(self) -> bool:
        """Whether other files than the main one can be looked up."""
        return self._folder is not None or self._members is not None

    def find(self, name: str, endings: tuple[str, ...] = (".tex", "")) -> tuple[str, str] | str:
        """Return the name and the text of an input, or why there is none."""
        name = name.strip()
        if not self.is_known:
            return "the file is not read: the folder of the source is not known"
        if name.startswith("/"):
            return "the file lies outside of the folder of the source; put its text in"
        for tried in dict.fromkeys(name + ending for ending in endings):
            path = posixpath.normpath(tried)
            if path == ".." or path.startswith(("../", "/")):
                return "the file lies outside of the folder of the source; put its text in"
            found = self._read(path)
            if found is not None:
                return found
        return "there is no such file beside the source"

    def _read(self, path: str) -> tuple[str, str] | str | None:
        if self._members is not None:
            base = posixpath.dirname(self.main)
            for name in (posixpath.normpath(posixpath.join(base, path)), path):
                if name in self._members:
                    return name, self._members[name]
            return None
        assert self._folder is not None
        place = (self._folder / path).resolve()
        if not place.is_relative_to(self._folder):
            return "the file lies outside of the folder of the source; put its text in"
        if not place.is_file():
            return None
        try:
            if place.stat().st_size > MAX_CHARACTERS:
                return f"the file has more than {MAX_CHARACTERS:,} bytes"
            return place.relative_to(self._folder).as_posix(), _decoded(place.read_bytes())
        except OSError as problem:
            return f"the file cannot be read: {problem.strerror}"


def open_source(path: Path) -> SourceTree:
    """Return the source at a path: a file, a folder with one main file, or an archive.

    Raises:
        OSError: It cannot be read.
        ValueError: It is no LaTeX source, or too long.

    """
    if path.is_dir():
        sources = sorted(p for p in path.iterdir() if p.suffix == ".tex" and p.is_file())
        if not sources:
            raise ValueError("there is no .tex file in this folder")
        texts = {p.name: _bounded(p) for p in sources[:MAX_FILES]}
        main, others = _main_file(texts)
        tree = SourceTree(texts[main], main, path)
        tree.others = others
        return tree
    if path.name.lower().endswith(_ARCHIVES):
        members = dict(_members(path))
        texts = {name: text for name, text in members.items() if name.endswith((".tex", ".ltx"))}
        if not texts:
            raise ValueError("there is no .tex file in this archive")
        main, others = _main_file(texts)
        tree = SourceTree(texts[main], main, members=members)
        tree.others = others
        return tree
    return SourceTree(_bounded(path), path.name, path.parent)


def _main_file(texts: dict[str, str]) -> tuple[str, tuple[str, ...]]:
    """The file that begins the document, and the others that do so, too; names that authors use for it come first."""

    def order(name: str) -> tuple[bool, int, int, int, str]:
        stem = posixpath.splitext(posixpath.basename(name))[0].lower()
        rank = _MAIN.index(stem) if stem in _MAIN else len(_MAIN)
        return r"\begin{document}" not in texts[name], name.count("/"), rank, -len(texts[name]), name

    ordered = sorted(texts, key=order)
    whole = [name for name in ordered if re.search(r"\\begin\s*\{document\}", texts[name])]
    return ordered[0], tuple(whole[1:])


def _members(path: Path) -> Iterator[tuple[str, str]]:
    """The LaTeX files of an archive, up to a total length; links and special files are passed over."""
    data = path.read_bytes() if path.stat().st_size <= 64 * MAX_CHARACTERS else b""
    if not data:
        raise ValueError("the archive is empty or too large")
    try:
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
                data = stream.read(64 * MAX_CHARACTERS + 1)
            if len(data) > 64 * MAX_CHARACTERS:
                raise ValueError("the archive is too large")
        yield from _unpacked(data, path)
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as problem:
        raise ValueError(f"the archive cannot be read: {problem}") from None
    except OSError as problem:  # gzip's own complaint has no error number
        if problem.errno is not None:
            raise
        raise ValueError(f"the archive cannot be read: {problem}") from None


def _unpacked(data: bytes, path: Path) -> Iterator[tuple[str, str]]:
    total = 0
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist()[:MAX_FILES]:
                if not info.is_dir() and info.filename.endswith(_SOURCES) and info.file_size <= MAX_CHARACTERS:
                    total = _counted(total + info.file_size)
                    with archive.open(info) as stream:
                        yield posixpath.normpath(info.filename), _decoded(stream.read(MAX_CHARACTERS))
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for number, member in enumerate(archive):
                if number >= MAX_FILES:
                    raise ValueError(f"the archive has more than {MAX_FILES:,} files")
                if not member.isfile() or not member.name.endswith(_SOURCES) or member.size > MAX_CHARACTERS:
                    continue
                total = _counted(total + member.size)
                stream = archive.extractfile(member)
                if stream is not None:
                    yield posixpath.normpath(member.name), _decoded(stream.read())
    else:  # a single file, compressed
        yield path.name.removesuffix(".gz").removesuffix(".tex") + ".tex", _decoded(data[:MAX_CHARACTERS])


def _counted(total: int) -> int:
    if total > 4 * MAX_CHARACTERS:
        raise ValueError(f"its LaTeX files have more than {4 * MAX_CHARACTERS:,} characters")
    return total


def _bounded(path: Path) -> str:
    if path.stat().st_size > 4 * MAX_CHARACTERS:
        raise ValueError(
            f"the source has {path.stat().st_size:,} bytes; at most {MAX_CHARACTERS:,} characters are read"
        )
    return _decoded(path.read_bytes())


def _decoded(data: bytes) -> str:
    """The text of a file: UTF-8, else Latin-1, which old sources are written in."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


__all__ = ["MAX_CHARACTERS", "SourceTree", "open_source"]
