import { composed } from "#shared/formats/composed.ts";

/** Characters of a displayed name; the column allows 255. */
const maxLength = 150;
/** Characters of a sent name that are read. */
const maxSent = 1000;

/**
 * The name of a file for display: the last part of a path, on one line, without bidirectional marks and invisible
 * characters, at most 150 characters. Letters such as ñ and the extension stay.
 */
export function cleanFileName(sent: string): string {
  // The end contains the extension. Reading more would only take time.
  const name = composed((sent.slice(-maxSent).split(/[/\\]/).at(-1) ?? "").toWellFormed())
    // Invisible, directional and unpaired characters: Unicode Cc, Cf, Co and Cs.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\s\u2028\u2029]+/gu, " ")
    .replace(/["<>|:*?%]/g, "_")
    .replace(/^[. ]+/, "")
    .replace(/(?<![. ])[. ]+$/, "");
  if (name === "") return "file";
  const ending = /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1] ?? "";
  const chars = [...(ending ? name.slice(0, -ending.length - 1) : name)];
  const room = maxLength - (ending ? ending.length + 1 : 0);
  const shortened = chars.slice(0, room).join("").trimEnd();
  return ending ? `${shortened || "file"}.${ending}` : shortened;
}

/** `pdf` for `CBC.PDF`; empty without a plausible extension. */
export function endingOf(name: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? "";
}
