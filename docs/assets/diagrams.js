// Diagrams that can be read: a wide one is drawn no smaller than this part of its natural size, and
// scrolls by itself.
(() => {
  const SMALLEST = 0.7;
  const { render } = mermaid;

  mermaid.render = async (...given) => {
    const drawn = await render(...given);
    const narrow = (all, width) => `max-width: ${width}px; min-width: ${width * SMALLEST}px;`;
    return { ...drawn, svg: drawn.svg.replace(/max-width: ([\d.]+)px;/, narrow) };
  };
})();
