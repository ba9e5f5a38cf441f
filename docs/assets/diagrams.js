// Diagrams that can be read. A wide one is drawn no smaller than this part of its natural size, and
// scrolls by itself; what the theme leaves black in its sequence diagrams has the page's colours.
(() => {
  const SMALLEST = 0.7;
  const COLOURS = `
    .sectionTitle, .sectionTitle > tspan { fill: var(--md-mermaid-label-fg-color); }
    marker[id$="-arrowhead"] path { fill: var(--md-mermaid-edge-color) !important; }`;
  const { initialize, render } = mermaid;

  mermaid.initialize = (options) =>
    initialize({ ...options, themeCSS: `${options.themeCSS ?? ""}${COLOURS}` });

  mermaid.render = async (...given) => {
    const drawn = await render(...given);
    const narrow = (all, width) => `max-width: ${width}px; min-width: ${width * SMALLEST}px;`;
    return { ...drawn, svg: drawn.svg.replace(/max-width: ([\d.]+)px;/, narrow) };
  };
})();
