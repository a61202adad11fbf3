import iconv from "iconv-lite";
import type { ListEncoding } from "#features/imports/contract.ts";
import { RefusedList } from "./refused-list.ts";

/** Of lists that are not Unicode. */
const CODE_PAGES = {
  "Windows-1252": "windows-1252",
  "DOS (850)": "cp850",
  "DOS (437)": "cp437",
  "Mac Roman": "macintosh",
} as const satisfies Partial<Record<ListEncoding, string>>;
type CodePage = keyof typeof CODE_PAGES;

/** Bytes by which the code page is judged. */
const JUDGED = 2_000_000;

/**
 * The text of a list and its encoding: the chosen one, or by its BOM, else UTF-8 where it is valid, else the code page
 * that fits best.
 * @throws RefusedList
 */
export function decodeList(
  bytes: Uint8Array,
  chosen: ListEncoding | null,
): { text: string; encoding: ListEncoding } {
  if (chosen !== null) return { text: decodeAs(bytes, chosen), encoding: chosen };
  const decode = (label: string, isFatal = false) => new TextDecoder(label, { fatal: isFatal }).decode(bytes);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode("utf-16le"), encoding: "UTF-16" };
  if (first === 0xfe && second === 0xff) return { text: decode("utf-16be"), encoding: "UTF-16" };
  const start = bytes.subarray(0, 1000);
  const zeros = zerosIn(start);
  const isSixteen = (there: number, others: number) => there * 5 > start.length && others * 10 < there;
  if (isSixteen(zeros.odd, zeros.even)) return { text: decode("utf-16le"), encoding: "UTF-16" };
  if (isSixteen(zeros.even, zeros.odd)) return { text: decode("utf-16be"), encoding: "UTF-16" };
  if (zeros.odd + zeros.even > 0) throw new RefusedList("This is not a list. Save it as XLSX or CSV.");
  try {
    return { text: decode("utf-8", true), encoding: "UTF-8" };
  } catch {
    const encoding = bestCodePage(bytes.subarray(0, JUDGED));
    return { text: decodeAs(bytes, encoding), encoding };
  }
}

function decodeAs(bytes: Uint8Array, encoding: ListEncoding): string {
  if (encoding === "UTF-8" || encoding === "UTF-16") {
    const label = encoding === "UTF-8" ? "utf-8" : bytes[0] === 0xfe ? "utf-16be" : "utf-16le";
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      throw new RefusedList(`This file's letters cannot be read as ${encoding}. Choose another way.`);
    }
  }
  return encoding === "Windows-1252"
    ? new TextDecoder(CODE_PAGES[encoding]).decode(bytes)
    : iconv.decode(Buffer.from(bytes), CODE_PAGES[encoding]);
}

/** UTF-16 without a BOM has a zero in every second byte. */
function zerosIn(bytes: Uint8Array) {
  const count = (parity: number) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  return { even: count(0), odd: count(1) };
}

/** Letters of names in the Philippines, and signs that people type between letters. */
const LETTERS = "ñÑáéíóúüàèçâêöäåøÁÉÍÓÚÜÀÈÇÖÄ";
const SIGNS = "’‘“”–—…°º½¼ª₱±²";

/**
 * How well letters in their neighborhood fit: a letter of names between letters of its case is likely, an inner capital
 * or a sign inside a word is not.
 */
function fitOf(text: string): number {
  let fit = 0;
  for (const [place, letter] of [...text].entries()) {
    if (letter < "\u0080") continue;
    const [before = " ", after = " "] = [text[place - 1], text[place + 1]];
    const isInWord = /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after);
    if (LETTERS.includes(letter)) {
      const isCapital = letter !== letter.toLowerCase();
      const isOdd = isCapital ? /[a-z]/.test(before) : /[A-Z]/.test(before) && /[A-Z]/.test(after);
      fit += isOdd ? -1 : isInWord ? ("ñÑ".includes(letter) ? 4 : 3) : 1;
    } else if (SIGNS.includes(letter))
      fit += "’‘".includes(letter)
        ? /[a-z]/i.test(before)
          ? 2
          : 1
        : /[a-z]/i.test(before) && /[a-z]/i.test(after)
          ? -2
          : 1;
    else fit -= 3;
  }
  return fit;
}

/** The code page in which the list's letters make words; the first where none is better. */
function bestCodePage(bytes: Uint8Array): CodePage {
  const names = Object.keys(CODE_PAGES) as CodePage[];
  const pieces = highPieces(bytes);
  const fits = names.map((name) => {
    const label = CODE_PAGES[name];
    return { name, fit: pieces.reduce((sum, piece) => sum + fitOf(iconv.decode(piece, label)), 0) };
  });
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best)).name;
}

/** At most this many bytes beyond ASCII are judged, each with its neighbors. */
const MOST_PIECES = 5000;

function highPieces(bytes: Uint8Array): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length && pieces.length < MOST_PIECES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let end = at + 1;
    while ((bytes[end] ?? 0) >= 0x80) end += 1;
    pieces.push(Buffer.from(bytes.subarray(Math.max(0, at - 1), end + 1)));
    at = end;
  }
  return pieces;
}
