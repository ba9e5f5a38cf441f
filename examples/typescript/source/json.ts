/**
 * JSON with exact times. They may be any below 2 ** 62 and a `number` is exact below 2 ** 53 only,
 * so they are read as `bigint`, and written as the digits that they are.
 */

const TEXT_OR_FIELD = /("(?:[^"\\]|\\.)*")(\s*:\s*)?(-?\d+)?/g;
const TIMES = new Set(["now", "lease"]);

export function read(line: string): unknown {
  const quoted = line.replace(TEXT_OR_FIELD, (all, text: string, colon?: string, digits?: string) =>
    colon && digits && TIMES.has(JSON.parse(text)) ? `${text}:"${digits}"` : all,
  );
  return JSON.parse(quoted, (name, value) => (TIMES.has(name) ? BigInt(value) : value));
}

export function written(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `"${name}":${written(field)}`);
  return `{${fields.join(",")}}`;
}
