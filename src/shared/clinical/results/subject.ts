import { type AgeSource, ageInMonths } from "#shared/clinical/age.ts";
import { gestationOn } from "#shared/clinical/pregnancy.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Subject } from "./judge.ts";

/** What is known of a patient by which values are judged. */
export type Person = AgeSource & {
  sex: string | null;
  pregnancies: readonly { dueOn: string; endedOn?: string | null }[] | null;
};

/** A told age says too little about the years before it was told. */
const AGE_HOLDS_DAYS = 365;

/** The patient on a Manila day. */
export function subjectOn(person: Person, day: string): Subject {
  const { sex, pregnancies, birthday, ageTold: told } = person;
  return {
    sex: sex === "M" || sex === "F" ? sex : null,
    ageInMonths:
      birthday || !told || day >= addDays(told.on, -AGE_HOLDS_DAYS) ? ageInMonths(person, day) : null,
    gestation: pregnancies?.map((each) => gestationOn(each, day)).find((days) => days !== null) ?? null,
  };
}
