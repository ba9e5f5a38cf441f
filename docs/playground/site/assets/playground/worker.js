// Runs Python in a thread of its own, so that the page stays responsive.
const here = (name) => new URL(name, import.meta.url).href;
async function load() {
    const { loadPyodide } = await import(here("pyodide/pyodide.mjs"));
    const [python, archive] = await Promise.all([
        loadPyodide({ indexURL: here("pyodide/") }),
        fetch(here("planspec.zip")).then((found) => found.arrayBuffer()),
    ]);
    python.unpackArchive(archive, "zip", { extractDir: "/planspec" });
    python.runPython("import sys; sys.path.insert(0, '/planspec')");
    return python.pyimport("docs.playground.answering").answer;
}
const loaded = load();
self.addEventListener("message", async ({ data }) => {
    const { number, question, argument } = data;
    try {
        self.postMessage({ number, text: (await loaded)(question, argument) });
    }
    catch (error) {
        self.postMessage({ number, text: JSON.stringify({ error: String(error) }) });
    }
});
export {};
