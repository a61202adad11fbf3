/** "21", "1,000" or "1.5", then nothing or what is counted; not the first number of "1/2", "10-15" or "2 x 30". */
const ONE_NUMBER =
  /^(?:#\s*)?(\d{1,3}(?:,\d{3})+|\d{1,6})(\.\d+)?(?:['’]s)?(?:\s*((?!(?:x|to|or|and)\b)[\p{L}(].*))?$/isu;

/**
 * What a prescription's quantity says: "#21 tablets" is 21 of "tablets", "60 mL" 60 of "mL". Null where it is not one
 * number above zero.
 */
export function typedQuantity(
  typed: string | null | undefined,
): { count: number; unit: string | null } | null {
  const [, whole = "", part = "", unit = null] = ONE_NUMBER.exec((typed ?? "").trim()) ?? [];
  const count = Number(whole.replaceAll(",", "") + part);
  return count > 0 ? { count, unit } : null;
}
