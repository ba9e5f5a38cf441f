// A run in the address of the page: a trace as JSON, deflated, in the letters of base64url.
export const FORMAT = "planspec trace 1";
const VECTOR = "planspec vector 1";
const NAME = "run=";
async function through(bytes, stream) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}
export async function toAddress(run) {
    const text = new TextEncoder().encode(JSON.stringify(run));
    const bytes = await through(text, new CompressionStream("deflate-raw"));
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return `#${NAME}${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}
export async function fromAddress(hash) {
    if (!hash.startsWith(`#${NAME}`))
        return null;
    const letters = hash
        .slice(NAME.length + 1)
        .replaceAll("-", "+")
        .replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    return fromText(new TextDecoder().decode(text));
}
// Times may have 62 bits, of which a number of JavaScript would keep 53 without a word.
function exact(name, value) {
    if (typeof value === "number" && !Number.isSafeInteger(value))
        throw new Error(`${name}: ${value} is more than this page can count; run \`planspec replay\``);
    return value;
}
// Returns the run of a trace or of a vector.
export function fromText(text) {
    const found = JSON.parse(text, exact);
    const operations = found.operations;
    if (found.format === VECTOR && operations) {
        const requests = operations.map((each) => ({ ...each.request }));
        for (const each of requests)
            delete each.request;
        const shows = `${found.id}: ${found.title}`;
        return { format: FORMAT, edition: found.edition ?? "", shows, operations: requests };
    }
    if (found.format !== FORMAT || !Array.isArray(operations))
        throw new Error(`expected a trace, an object with "format": "${FORMAT}" and "operations"`);
    return { edition: "", shows: "", ...found, format: FORMAT, operations };
}
