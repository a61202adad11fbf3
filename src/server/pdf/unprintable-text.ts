import { Unprintable } from "#shared/errors.ts";
import { printProblem } from "#shared/formats/printable.ts";

/** Keys that say nothing without what they belong to: "name" of "patient". */
const VAGUE = new Set([
  "name",
  "address",
  "phone",
  "text",
  "label",
  "lines",
  "items",
  "value",
  "title",
  "body",
]);

/** ["patient", "name"] as "patient name", ["patientName"] as "patient name". */
function inWords(path: readonly string[]): string {
  const names = path.filter((key) => !/^\d+$/.test(key));
  const last = names.at(-1) ?? "text";
  return names
    .slice(VAGUE.has(last) ? -2 : -1)
    .join(" ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function find(value: unknown, path: readonly string[]): Unprintable | null {
  if (typeof value === "string") {
    const problem = printProblem(value);
    if (!problem) return null;
    const message = `${problem.replace(/^This/, `The ${inWords(path)}`)}. Correct it, then print again.`;
    return new Unprintable(message, { [path.join(".") || "text"]: problem });
  }
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Date)
    return null;
  for (const [key, each] of Object.entries(value)) {
    const found = find(each, [...path, key]);
    if (found) return found;
  }
  return null;
}

/**
 * Where a paper's data has text that cannot be printed, named for the user; null if nowhere. A record from before this
 * was refused on entry may contain some.
 */
export function unprintableText(args: readonly unknown[]): Unprintable | null {
  for (const given of args) {
    const found = find(given, []);
    if (found) return found;
  }
  return null;
}
