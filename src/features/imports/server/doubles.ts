import { judgeDuplicate, type Traits, traitsOf } from "#features/patients/server/judge-duplicate.ts";

/** The possible match of a row: a registered patient, or a row further up. */
export type Match = {
  patientId: number | null;
  row: number | null;
  isSure: boolean;
  birthday: string | null;
};

/** The traits by which rows are compared. */
export type Person = {
  patientId: number | null;
  row: number | null;
  name: string;
  birthday: string | null;
  phone: string | null;
  sex: string | null;
  admissionNo: string | null;
  /** Phonetic codes of the name's words, by the database. */
  sounds: readonly string[];
};

type Known = Person & { traits: Traits };

/** Compared by sound, as at registration. */
const COMPARED = 200;
/** Above it, two names are one person's with a typing mistake. Below it the user decides. */
const SAME_NAME = 0.9;

/** An index of everyone a list is compared with: by birthday, phone, number and the sounds of the name. */
export class Doubles {
  private readonly people: Known[] = [];
  private readonly byTrait = new Map<string, number[]>();
  private readonly byNumber = new Map<string, number>();

  add(person: Person): void {
    const known = { ...person, traits: traitsOf(person.name, person.birthday, person.phone) };
    const at = this.people.push(known) - 1;
    for (const key of keysOf(person)) {
      const found = this.byTrait.get(key);
      if (found) found.push(at);
      else this.byTrait.set(key, [at]);
    }
    if (person.admissionNo !== null) this.byNumber.set(person.admissionNo, at);
  }

  /** The best match; another patient's number is an error. */
  find(person: Person): { match: Match | null; usedBy: Person | null } {
    const traits = traitsOf(person.name, person.birthday, person.phone);
    const holder = this.holderOf(person.admissionNo);
    if (holder) {
      const { likeness, likeBirthday } = judgeDuplicate(traits, holder.traits);
      const isSame = (likeness ?? 0) >= 0.6 && likeBirthday;
      return isSame ? { match: matchOf(holder, true), usedBy: null } : { match: null, usedBy: holder };
    }
    let best: { known: Known; rank: number; isSure: boolean } | null = null;
    for (const at of this.candidates(person)) {
      const known = this.people[at];
      if (!known) continue;
      const judged = judgeDuplicate(traits, known.traits);
      if (judged.rank === 0) continue;
      const isSure =
        (judged.likeness ?? 0) >= SAME_NAME &&
        (judged.sameBirthday || (judged.samePhone && judged.likeBirthday)) &&
        (person.sex === null || known.sex === null || person.sex === known.sex);
      if (
        !best ||
        Number(isSure) - Number(best.isSure) > 0 ||
        (isSure === best.isSure && judged.rank > best.rank)
      )
        best = { known, rank: judged.rank, isSure };
    }
    return { match: best && matchOf(best.known, best.isSure), usedBy: null };
  }

  /** The patient with this admission number. */
  findByNumber(admissionNo: string | null): Match | null {
    const holder = this.holderOf(admissionNo);
    return holder ? matchOf(holder, true) : null;
  }

  private holderOf(admissionNo: string | null): Known | undefined {
    if (admissionNo === null) return undefined;
    const at = this.byNumber.get(admissionNo);
    return at === undefined ? undefined : this.people[at];
  }

  private candidates(person: Person): Set<number> {
    const found = new Set<number>();
    // The newest first when there are many.
    for (const key of keysOf(person))
      for (const at of (this.byTrait.get(key) ?? []).slice(-COMPARED)) found.add(at);
    return found;
  }
}

const matchOf = ({ patientId, row, birthday }: Person, isSure: boolean): Match => ({
  patientId,
  row,
  isSure,
  birthday,
});

/** Two sounds together: a single one is shared by thousands. */
function keysOf({ birthday, phone, sounds }: Person): string[] {
  const sorted = sounds.toSorted().slice(0, 8);
  return [
    ...(birthday === null ? [] : [`b${birthday}`]),
    ...(phone === null ? [] : [`p${phone}`]),
    ...(sorted.length === 1 ? [`s${sorted[0]}`] : []),
    ...sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `s${one} ${other}`)),
  ];
}
