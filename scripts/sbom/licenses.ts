/**
 * Licenses that may ship: all of them allow distribution inside a product that is not free, with their texts included.
 * LGPL applies to libvips and libheif, each a file of its own that an operator can replace by another build.
 */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PostgreSQL",
  "Unlicense",
]);

/** For an SPDX expression: OR needs one allowed license, AND needs all. */
export function isAllowed(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const word = words[at++];
    if (word !== "(") return allowed.has(word ?? "");
    const inside = either();
    return words[at++] === ")" && inside;
  };
  const both = (): boolean => {
    let isSo = one();
    while (words[at] === "AND") {
      at += 1;
      isSo = one() && isSo;
    }
    return isSo;
  };
  const either = (): boolean => {
    let isSo = both();
    while (words[at] === "OR") {
      at += 1;
      isSo = both() || isSo;
    }
    return isSo;
  };
  const isSo = either();
  return isSo && at === words.length;
}

/** Licenses of packages that declare none in package.json, from their license file. */
export const licensesInFiles: Readonly<Record<string, string>> = { "png-js": "MIT" };
