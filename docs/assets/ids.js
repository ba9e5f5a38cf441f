// Whoever searches for an id, such as STP-5, CLM-13.2 or E049, finds its own place first: above all
// other results. `ids.json` is written when the site is built.
(() => {
  const root = new URL("..", document.currentScript.src);
  let ids;

  const show = async (input) => {
    ids ??= await (await fetch(new URL("ids.json", root))).json();
    document.querySelector(".md-search-result .exact")?.remove();
    const word = input.value.trim();
    const id = [word, word.toUpperCase()].find((each) => Object.hasOwn(ids, each));
    if (!id) return;
    const link = document.createElement("a");
    [link.href, link.textContent] = [new URL(ids[id][0], root), `${id} ${ids[id][1]}`];
    link.className = "md-search-result__link exact";
    document.querySelector(".md-search-result").prepend(link);
  };

  document.addEventListener("input", ({ target }) => {
    if (target.matches("input.md-search__input")) show(target);
  });
  document.addEventListener("keydown", (event) => {
    const exact = document.querySelector(".md-search-result .exact");
    if (event.key !== "Enter" || !exact || !event.target.matches("input.md-search__input")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    exact.click();
  }, true);
})();
