import { judgeDuplicate, type Traits, traitsOf } from "#features/patients/server/judge-duplicate.ts";
import { numberKey } from "#features/patients/server/number-spellings.ts";
import { namesContradict, type Sameness, sameName } from "./same-name.ts";
import type { RowValues } from "./values/read-row.ts";

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

/** The columns of a patient that are its traits, besides the sounds. */
export const personColumns = [
  "id",
  "patientName",
  "birthday",
  "contactNumber",
  "sex",
  "admissionNo",
] as const;

export const personOfPatient = ({
  id,
  patientName,
  contactNumber,
  ...others
}: Pick<Person, "birthday" | "sex" | "admissionNo" | "sounds"> & {
  id: number;
  patientName: string;
  contactNumber: string | null;
}): Person => ({ ...others, patientId: id, row: null, name: patientName, phone: contactNumber });

export const personOfRow = (rowNo: number, values: RowValues, sounds: readonly string[]): Person => ({
  patientId: null,
  row: rowNo,
  name: values.patientName,
  birthday: values.birthday ?? null,
  phone: values.contactNumber ?? null,
  sex: values.sex,
  admissionNo: values.admissionNo ?? null,
  sounds,
});

type Known = Person & { traits: Traits };

/** A row that is surely somebody: a registered patient, or a row further up. */
export type Claim = {
  row: number;
  name: string;
  /** Whether the names are the same in whole, without an initial. */
  isWhole: boolean;
  patientId: number | null;
  ofRow: number | null;
};

/** Compared by the sound of the name, as at registration. */
const COMPARED = 200;

/** An index of everyone a list is compared with: by birthday, phone, number and the sounds of the name. */
export class Doubles {
  private readonly people: Known[] = [];
  private readonly byTrait = new Map<string, number[]>();
  private readonly byNumber = new Map<string, number>();
  /** However they are written. */
  private readonly byNumberKey = new Map<string, number>();
  private readonly claims = new Map<string, Claim>();
  /** Rows that matched a patient for certain until another did too: with a middle initial, either may be the patient. */
  readonly disputed = new Set<number>();

  add(person: Person): void {
    const known = { ...person, traits: traitsOf(person.name, person.birthday, person.phone) };
    const at = this.people.push(known) - 1;
    for (const key of keysOf(person)) {
      const found = this.byTrait.get(key);
      if (found) found.push(at);
      else this.byTrait.set(key, [at]);
    }
    if (person.admissionNo === null) return;
    this.byNumber.set(person.admissionNo, at);
    this.byNumberKey.set(numberKey(person.admissionNo), at);
  }

  /** The likeliest one; a number that somebody else has is a fault. */
  find(person: Person): { match: Match | null; usedBy: Person | null; isWhole: boolean } {
    const traits = traitsOf(person.name, person.birthday, person.phone);
    const holder = this.holderOf(person.admissionNo);
    if (holder) {
      const { likeness, likeBirthday } = judgeDuplicate(traits, holder.traits);
      const isSame = (likeness ?? 0) >= 0.6 && likeBirthday;
      if (!isSame) return { match: null, usedBy: holder, isWhole: false };
      const isSure = isLikeSex(person, holder) && !namesContradict(person.name, holder.name);
      return {
        match: matchOf(holder, isSure),
        usedBy: null,
        isWhole: sameName(person.name, holder.name) === "whole",
      };
    }
    let best: { known: Known; rank: number; isSure: boolean; isWhole: boolean } | null = null;
    let sure = 0;
    for (const at of this.candidates(person)) {
      const known = this.people[at];
      if (!known) continue;
      const judged = judgeDuplicate(traits, known.traits);
      if (judged.rank === 0) continue;
      const sameness = samenessOf(person, known);
      const isSure = sameness !== null;
      if (isSure) sure += 1;
      if (
        !best ||
        Number(isSure) - Number(best.isSure) > 0 ||
        (isSure === best.isSure && judged.rank > best.rank)
      )
        best = { known, rank: judged.rank, isSure, isWhole: sameness === "whole" };
    }
    // If two match equally, a person chooses.
    return {
      match: best && matchOf(best.known, best.isSure && sure === 1),
      usedBy: null,
      isWhole: best?.isWhole === true,
    };
  }

  /**
   * Whether a row may use its sure match. A registered patient is the match of one row alone; an earlier row of the
   * list may be that of several, if all have the same name.
   */
  claim(claim: Claim): boolean {
    const key = claim.patientId === null ? `row ${claim.ofRow}` : `patient ${claim.patientId}`;
    const first = this.claims.get(key);
    if (!first || first.row === claim.row) {
      this.claims.set(key, claim);
      return true;
    }
    const isSameName = sameName(first.name, claim.name) === "whole";
    if (!isSameName && !first.isWhole) this.disputed.add(first.row);
    return isSameName && claim.patientId === null;
  }

  /** The patient with this admission number. */
  findByNumber(admissionNo: string | null): Match | null {
    const holder = this.holderOf(admissionNo);
    return holder ? matchOf(holder, true) : null;
  }

  private holderOf(admissionNo: string | null): Known | undefined {
    if (admissionNo === null) return undefined;
    const at = this.byNumber.get(admissionNo) ?? this.byNumberKey.get(numberKey(admissionNo));
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

const isLikeSex = (one: Person, other: Person): boolean =>
  one.sex === null || other.sex === null || one.sex === other.sex;

/** Whether two are surely one person: the same name, the same birthday, and no other sex. */
const samenessOf = (one: Person, other: Person): Sameness =>
  one.birthday !== null && one.birthday === other.birthday && isLikeSex(one, other)
    ? sameName(one.name, other.name)
    : null;

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
