import { composed } from "#shared/formats/composed.ts";

/** Characters of a displayed name; the column allows 255. */
const longest = 150;
/** Characters of a sent name that are read. */
const longestSent = 1000;

/**
 * The name of a file for display: the last part of a path, on one line, without bidirectional marks and invisible
 * characters, at most 150 characters. Letters such as ñ and the extension stay.
 */
export function cleanFileName(sent: string): string {
  // The end stays, with the ending. What is longer than any name would only take time.
  const name = composed((sent.slice(-longestSent).split(/[/\\]/).at(-1) ?? "").toWellFormed())
    // Invisible, directional and unpaired characters: Unicode Cc, Cf, Co and Cs.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\s\u2028\u2029]+/gu, " ")
    .replace(/["<>|:*?%]/g, "_")
    .replace(/^[. ]+/, "")
    .replace(/(?<![. ])[. ]+$/, "");
  if (name === "") return "file";
  const ending = /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1] ?? "";
  const letters = [...(ending ? name.slice(0, -ending.length - 1) : name)];
  const room = longest - (ending ? ending.length + 1 : 0);
  const kept = letters.slice(0, room).join("").trimEnd();
  return ending ? `${kept || "file"}.${ending}` : kept;
}

/** `pdf` of `CBC.PDF`; empty when there is none, or nothing that could be one. */
export function endingOf(name: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? "";
}
