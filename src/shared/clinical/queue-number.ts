type Numbered = { number: number | null; letter?: string | null | undefined };

/** "7"; with the doctor's letter, where several practise, "B-07". A dash before a number is given. */
export function queueNumber({ number, letter }: Numbered): string {
  if (number === null) return "–";
  return letter ? `${letter}-${String(number).padStart(2, "0")}` : String(number);
}
