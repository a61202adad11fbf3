/** As long as the contract lets an admission number be. */
const LONGEST = 50;

/** Addresses, contacts, networks: codes that other people print. */
const otherCode = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:begin|geo|mailto|matmsg|mecard|sms|smsto|tel|wifi):)/i;

/** The admission number that a patient's card holds and nothing else; null when the code is none. */
export function cardNumber(text: string): string | null {
  const number = text.trim();
  const isOne =
    number !== "" && number.length <= LONGEST && !/\p{Cc}/u.test(number) && !otherCode.test(number);
  return isOne ? number : null;
}
