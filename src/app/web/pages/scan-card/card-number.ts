/** The contract's limit of an admission number. */
const LONGEST = 50;

/** URLs, contacts, networks: codes that other people print. */
const otherCode = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:begin|geo|mailto|matmsg|mecard|sms|smsto|tel|wifi):)/i;

/** The admission number that is the whole content of a patient's card; null for other codes. */
export function cardNumber(text: string): string | null {
  const number = text.trim();
  const isOne =
    number !== "" && number.length <= LONGEST && !/\p{Cc}/u.test(number) && !otherCode.test(number);
  return isOne ? number : null;
}
