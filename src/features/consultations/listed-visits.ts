import { manilaDay } from "#shared/formats/dates.ts";
import type { Consultation } from "./contract.ts";
import { isConsultation, isUsable, isVitalsAlone } from "./rules.ts";

/** What decides how an entry is listed. */
export type Written = Pick<
  Consultation,
  | "createdAt"
  | "consultationType"
  | "isIntake"
  | "enteredInError"
  | "vitalsInError"
  | "addenda"
  | "vitalSigns"
>;

/** A visit of the list, with the vital signs that the desk took before it on the same day. */
export type ListedVisit<Row extends Written = Consultation> = { visit: Row; desk: Row[] };

/** `visits` are newest first. A consultation and the vital signs recorded before it that day become one visit. */
export function visitsOf<Row extends Written>(rows: readonly Row[]): ListedVisit<Row>[] {
  const visits: ListedVisit<Row>[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const later = visits.findLast(
      ({ visit }) => isConsultation(visit) && isUsable(visit) && dayOf(visit) === day,
    );
    if (isDeskEntry(row) && later) later.desk.push(row);
    else visits.push({ visit: row, desk: [] });
  }
  return visits;
}

/** Vital signs that are read with the consultation which follows them. */
export const isDeskEntry = (row: Written): boolean =>
  isVitalsAlone(row) && row.addenda.length === 0 && isUsable(row);

/** The entry whose vital signs a visit shows: its own, or the desk's, and those entered in error only without others. */
export function vitalsOf<Row extends Written>({
  visit,
  desk,
}: {
  visit: Row | null;
  desk: readonly Row[];
}): Row | undefined {
  const measured = [...(visit ? [visit] : []), ...desk].filter(({ vitalSigns }) => vitalSigns);
  return measured.find(({ vitalsInError }) => !vitalsInError) ?? measured[0];
}

const dayOf = ({ createdAt }: Written) => manilaDay(new Date(createdAt));
