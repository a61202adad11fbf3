import type { Pregnancy, PregnancyDraft } from "#features/pregnancies/contract.ts";
import { ageAt } from "#shared/clinical/age.ts";
import {
  dueDayOf,
  gestationDays,
  isBirth,
  LONGEST_DAYS,
  type Outcome,
  outcomeProblem,
  startOf,
  TERM_DAYS,
} from "#shared/clinical/pregnancy.ts";
import { invalidField } from "#shared/errors.ts";
import { addDays, formatDay } from "#shared/formats/dates.ts";

/** A pregnancy as entered. */
export type Entered = Pick<Pregnancy, keyof PregnancyDraft>;
type Day = {
  today: string;
  birthday: string | null;
  /** An open one whose dates were valid when entered stays valid until its outcome is recorded. */
  isRedated: boolean;
  /** One that ended so before this was compared stays as it is while its note is changed. */
  isEndedAnew: boolean;
};

/** The lowest plausible age, in full years. A younger patient means that the wrong record is open. */
export const YOUNGEST_YEARS = 9;

/** Children of one pregnancy. */
const MOST_BORN = 10;

/**
 * @returns the row to store
 * @throws Failure for an impossible value, by its field
 */
export function checked(state: Pregnancy["state"], row: Entered, day: Day): Entered {
  switch (state) {
    case "entered_in_error":
      return row;
    case "earlier":
      return earlier(row);
    case "open": {
      const { term, preterm, abortions } = withoutCounts(row);
      const open = { ...row, term, preterm, abortions, outcome: null, endedOn: null, living: null };
      requireDates(open, day);
      requireStillOpen(open, day);
      return open;
    }
    case "ended": {
      const ended = { ...row, ...withoutCounts(row) };
      requireEnd(ended, requireDates(ended, day), day);
      return ended;
    }
  }
}

function earlier(row: Entered): Entered {
  for (const field of ["lmp", "edc", "outcome", "endedOn"] as const)
    if (row[field] !== null) throw invalidField(field, "Earlier pregnancies are counted, without dates");
  const { term, preterm, abortions, living } = row;
  return { ...row, term: term ?? 0, preterm: preterm ?? 0, abortions: abortions ?? 0, living: living ?? 0 };
}

function withoutCounts(row: Entered) {
  for (const field of ["term", "preterm", "abortions"] as const)
    if (row[field] !== null)
      throw invalidField(field, "Earlier pregnancies are recorded in a row of their own");
  return { term: null, preterm: null, abortions: null };
}

/** @returns the due day */
function requireDates({ lmp, edc }: Entered, { today, birthday, isRedated }: Day): string {
  const dueOn = dueDayOf({ lmp, edc });
  if (dueOn === null) throw invalidField("lmp", "Enter the LMP, or the EDC by ultrasound");
  if (lmp && lmp > today) throw invalidField("lmp", "Enter a date that is not in the future");
  if (edc && startOf(edc) > today)
    throw invalidField(
      "edc",
      `Enter a date up to ${formatDay(addDays(today, TERM_DAYS))}, 40 weeks from today`,
    );
  if (birthday && startOf(dueOn) < birthday)
    throw invalidField(edc ? "edc" : "lmp", `Enter a date after the birthday, ${formatDay(birthday)}`);
  const years = birthday && isRedated ? ageAt(birthday, startOf(dueOn))?.years : undefined;
  if (birthday && years !== undefined && years < YOUNGEST_YEARS)
    throw invalidField(
      edc ? "edc" : "lmp",
      `By the birthday, ${formatDay(birthday)}, this was before the age of ${YOUNGEST_YEARS}. Correct one of them.`,
    );
  return dueOn;
}

function requireStillOpen({ lmp, edc }: Entered, { today, isRedated }: Day): void {
  if (!isRedated) return;
  const dueOn = dueDayOf({ lmp, edc });
  if (dueOn === null || gestationDays(dueOn, today) <= LONGEST_DAYS) return;
  throw edc
    ? invalidField("edc", "This would be more than 44 weeks by now. Enter how the pregnancy ended as well.")
    : invalidField("lmp", "This is more than 44 weeks ago. Enter how the pregnancy ended as well.");
}

function requireEnd(
  { outcome, endedOn, living, edc }: Entered,
  dueOn: string,
  { today, isEndedAnew }: Day,
): void {
  if (outcome === null) throw invalidField("outcome", "Choose how the pregnancy ended");
  if (endedOn === null) throw invalidField("endedOn", "Enter the date on which it ended");
  if (endedOn > today) throw invalidField("endedOn", "Enter a date that is not in the future");
  const start = startOf(dueOn);
  if (endedOn <= start)
    throw invalidField(
      "endedOn",
      `Enter a date after ${formatDay(start)}, the ${edc ? "first day by ultrasound" : "LMP"}`,
    );
  if (gestationDays(dueOn, endedOn) > LONGEST_DAYS)
    throw invalidField(
      "endedOn",
      `Enter a date up to ${formatDay(addDays(start, LONGEST_DAYS))}, 44 weeks from the beginning`,
    );
  const problem = isEndedAnew ? outcomeProblem(outcome, gestationDays(dueOn, endedOn)) : null;
  if (problem !== null) throw invalidField("outcome", problem);
  requireLiving(outcome, living);
}

/** The earliest possible start in days after its LMP: conception, less an ultrasound's error of two weeks. */
const OVERLAP_DAYS = 28;

type Dated = Pick<Entered, "lmp" | "edc" | "endedOn">;

/**
 * A pregnancy begins after the previous one ended.
 * @throws Failure by its field
 */
export function requireApart(row: Dated, others: readonly Dated[]): void {
  const dueOn = dueDayOf(row);
  if (dueOn === null) return;
  const start = startOf(dueOn);
  for (const other of others) {
    const otherDue = dueDayOf(other);
    if (otherDue === null) continue;
    const otherStart = startOf(otherDue);
    const [firstEnd, laterStart] = start < otherStart ? [row.endedOn, otherStart] : [other.endedOn, start];
    if (firstEnd !== null && firstEnd <= addDays(laterStart, OVERLAP_DAYS)) continue;
    const lasted = other.endedOn
      ? `lasted from ${formatDay(otherStart)} to ${formatDay(other.endedOn)}`
      : `is open since ${formatDay(otherStart)}`;
    throw invalidField(
      row.edc ? "edc" : "lmp",
      `Another pregnancy ${lasted}. Correct the dates of one of them.`,
    );
  }
}

function requireLiving(outcome: Outcome, living: number | null): void {
  if (living === null) return;
  if (living > MOST_BORN) throw invalidField("living", `Enter a number from 0 to ${MOST_BORN}`);
  if (living > 0 && !isBirth(outcome) && outcome !== "unknown")
    throw invalidField("living", "With this outcome no child lives");
}
