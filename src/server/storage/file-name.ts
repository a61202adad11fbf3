import { composed } from "#shared/formats/composed.ts";

/** Characters a shown name has room for; the column holds 255. */
const longest = 150;
/** Characters of a sent name that are looked at. */
const longestSent = 1000;

/**
 * The name of a file as people may see it: the last part of a path, on one line, without marks that turn the
 * reading direction or are not seen at all, never longer than 150 characters. Letters stay (ñ and all), and so does
 * the ending.
 */
export function cleanFileName(sent: string): string {
  // The end stays, with the ending. What is longer than any name would only take time.
  const name = composed((sent.slice(-longestSent).split(/[/\\]/).at(-1) ?? "").toWellFormed())
    // What is not seen, moves the rest about or stands for half a character: Unicode Cc, Cf, Co and Cs.
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
