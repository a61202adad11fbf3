import { nameWords, wordsLikeness } from "./name-likeness.ts";

/** The traits by which two patients are compared. The phone is E.164 if it is valid. */
export type Traits = {
  words: readonly string[];
  birthday: string | null;
  phone: string | null;
  /** Not compared in imported lists. */
  philHealth?: string | null;
};

export type Judged = {
  /** 0 for patients who are no likely duplicate. */
  rank: number;
  /** Similarity of the names from 0 to 1; null where there is no name yet. */
  likeness: number | null;
  sameBirthday: boolean;
  samePhone: boolean;
  samePhilHealth: boolean;
  /** No birthday contradicts it. */
  likeBirthday: boolean;
};

export const traitsOf = (
  name: string,
  birthday: string | null,
  phone: string | null,
  philHealth: string | null = null,
): Traits => ({
  words: nameWords(name),
  birthday,
  phone,
  philHealth,
});

/** How likely two are the same patient: the rule for registration and imports. */
export function judgeDuplicate(one: Traits, other: Traits, hasName = one.words.length > 0): Judged {
  const { birthday, phone, philHealth = null } = one;
  const sameBirthday = birthday !== null && other.birthday === birthday;
  const samePhone = phone !== null && other.phone === phone;
  const samePhilHealth = philHealth !== null && other.philHealth === philHealth;
  const same = { sameBirthday, samePhone, samePhilHealth };
  const likeBirthday =
    sameBirthday || birthday === null || other.birthday === null || isSlipOf(birthday, other.birthday);
  // A contradicting birthday excludes the match, so the letters need not be compared.
  if (hasName && !likeBirthday) return { rank: samePhilHealth ? 1 : 0, likeness: 0, ...same, likeBirthday };
  const likeness = hasName ? wordsLikeness(one.words, other.words) : null;
  const judged = { likeness, ...same, likeBirthday };
  return { ...judged, rank: rankOf(judged) };
}

function rankOf(judged: Omit<Judged, "rank">): number {
  const { likeness, sameBirthday, samePhone, samePhilHealth, likeBirthday } = judged;
  // A number is one person's for life; a dependent's record may have the member's, so the name still decides the order.
  const byNumber = samePhilHealth ? 1 : 0;
  // No name yet: a phone is a hint, a birthday alone is shared by many.
  if (likeness === null) return byNumber + (samePhone ? (sameBirthday ? 4 : 1) : 0);
  const sum = likeness + (sameBirthday ? 1 : 0) + (samePhone ? 1 : 0) + byNumber;
  if (likeness >= 0.5 && sameBirthday) return 4 + sum;
  // A family shares a phone, and its children a surname; only a similar birthday makes them one person.
  if (likeness >= 0.75 && samePhone && likeBirthday) return 3 + sum;
  if (likeness >= 0.85 && likeBirthday) return 1 + sum;
  return samePhilHealth ? sum : 0;
}

/** The same day with a typing mistake: one digit off, two neighboring digits exchanged, or day and month. */
function isSlipOf(one: string, other: string): boolean {
  let others = 0;
  let first = 0;
  for (let index = one.length - 1; index >= 0; index -= 1)
    if (one[index] !== other[index]) {
      others += 1;
      first = index;
    }
  if (others === 1) return true;
  if (others === 2 && one[first] === other[first + 1] && one[first + 1] === other[first]) return true;
  const [year, month, day] = others <= 4 ? one.split("-") : [];
  return year !== undefined && `${year}-${day}-${month}` === other;
}
