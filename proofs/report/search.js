(() => {
  const find = document.getElementById("find"), menu = document.getElementById("menu");
  if (!find) return;
  const lines = [...document.querySelectorAll("#all > li")].map((line) => {
    const id = line.firstChild.getAttribute("href").split("#")[1];
    const claim = document.querySelector(`section[id="${CSS.escape(id)}"]`);
    return {line, claim, text: ((claim || line).textContent + " " + line.textContent).toLowerCase()};
  });
  const box = document.createElement("input"), count = document.createElement("span");
  box.type = "search";
  box.placeholder = "search the claims";
  box.setAttribute("aria-label", "search the claims");
  count.setAttribute("role", "status");
  find.append(box, count);
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const {line, claim, text} of lines) {
      const hit = words.every((word) => text.includes(word));
      found += hit;
      line.classList.toggle("unfound", !hit);
      if (claim) claim.classList.toggle("unfound", !hit);
    }
    count.textContent = words.length ? `${found} found` : "";
  });
  document.getElementById("all").addEventListener("click", (event) => {
    if (event.target.closest("a")) menu.checked = false;
  });
})();
