import { GROUPED } from "#shared/formats/counts.ts";

/** "21", "1,000" or "1.5", then nothing or what is counted; not the first number of "1/2", "10-15" or "2 x 30". */
const ONE_NUMBER = new RegExp(
  String.raw`^(?:#\s*)?(${GROUPED}|\d{1,6})(\.\d+)?(?:['’]s)?(?:\s*((?!(?:x|to|or|and)\b)[\p{L}(].*))?$`,
  "isu",
);

/**
 * What a prescription's quantity says: "#21 tablets" is 21 of "tablets", as is "21 (twenty-one) tablets"; "60 mL" is 60
 * of "mL". Null where it is not one number above zero.
 */
export function typedQuantity(
  typed: string | null | undefined,
): { count: number; unit: string | null } | null {
  const [, whole = "", part = "", unit = null] = ONE_NUMBER.exec((typed ?? "").trim()) ?? [];
  const count = Number(whole.replaceAll(",", "") + part);
  return count > 0 ? { count, unit: withoutWords(unit, count) } : null;
}

/** "(thirty) tablets" as "tablets", of 30; what is not the number itself stays. */
function withoutWords(unit: string | null, count: number): string | null {
  const [bracket = "", inside = ""] = /^\(([^)]*)\)\s*/.exec(unit ?? "") ?? [];
  const letters = (text: string) => text.toLowerCase().replace(/\band\b|[^a-z]/g, "");
  const isSame = Number.isInteger(count) && letters(inside) === letters(countInWords(count));
  return isSame ? unit?.slice(bracket.length) || null : unit;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** "twenty-one", of whole numbers below a million. */
export function countInWords(count: number): string {
  if (count < 20) return SMALL[count] ?? "";
  if (count < 100)
    return `${TENS[Math.floor(count / 10)]}${count % 10 ? `-${countInWords(count % 10)}` : ""}`;
  const [size, name] = count < 1000 ? [100, "hundred"] : [1000, "thousand"];
  const rest = count % size;
  return `${countInWords(Math.floor(count / size))} ${name}${rest ? ` ${countInWords(rest)}` : ""}`;
}
