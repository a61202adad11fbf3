import { sql } from "kysely";
import type { ResultValue } from "#features/results/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import type { NumberAnalyte } from "#shared/clinical/results/analyte.ts";
import { type ClinicRange, judge, rangesInUnit, type Subject } from "#shared/clinical/results/judge.ts";
import { isNoResult } from "#shared/clinical/results/no-result.ts";
import { analytes } from "#shared/clinical/results/panels.ts";
import { sources } from "#shared/clinical/results/sources.ts";
import { type Person, subjectOn } from "#shared/clinical/results/subject.ts";
import { unitNamed } from "#shared/clinical/results/values.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withComputed } from "./judge-values.ts";

type OwnRanges = Readonly<Record<string, ClinicRange>> | null;

/** The patient of each row of `table`, and the clinic's own ranges. */
export const judgedBy = (clinic: ClinicScope, table = "results") =>
  [
    sql<Person>`(select json_build_object('sex', p.sex, 'birthday', p.birthday, 'ageTold', ${ageTold("p").expression},
        'pregnancies', (select json_agg(json_build_object('dueOn', g.due_on, 'endedOn', g.ended_on)) from pregnancies g
                        where g.clinic_id = ${clinic.id} and g.patient_id = p.id and g.state in ('open', 'ended')))
      from patients p
      where p.clinic_id = ${clinic.id} and p.id = ${sql.ref(`${table}.patient_id`)})`.as("person"),
    sql<OwnRanges>`(select json_object_agg(o.analyte, json_build_object('bands', o.bands, 'note', o.note))
      from result_ranges o where o.clinic_id = ${clinic.id})`.as("own"),
  ] as const;

/** The patient must exist. */
export async function findPerson(clinic: ClinicScope, patientId: number): Promise<Person> {
  const { person } = await clinic.db
    .selectFrom(sql<{ patientId: number }>`(select ${patientId}::bigint as patient_id)`.as("one"))
    .select(judgedBy(clinic, "one")[0])
    .executeTakeFirstOrThrow();
  return person;
}

type Stored = { values: ResultValue[]; collectedAt: string; person: Person | null; own: OwnRanges };

/**
 * The values, judged by the patient as known now: a birthday or sex may have been corrected since they were stored. A
 * value that was compared with the clinic's own range keeps it where the clinic has changed that range since.
 */
export function judgedNow<Row extends Stored>({
  person,
  own,
  ...row
}: Row): Omit<Row, "person" | "own"> & { values: ResultValue[] } {
  if (person === null) return row;
  const subject = subjectOn(person, manilaDay(new Date(row.collectedAt)));
  const values = row.values.map((value) => judgedAgain(value, subject, own));
  const rate = row.values.find(({ analyte }) => analyte === "egfr");
  const ranges = rate && own?.egfr && !isPublished(rate) ? new Map([["egfr", own.egfr]]) : new Map();
  return { ...row, values: withComputed(values, subject, ranges) };
}

const published = new Set<string>(Object.values(sources));
const isPublished = ({ source }: ResultValue) => source === null || published.has(source);

function judgedAgain(value: ResultValue, subject: Subject, own: OwnRanges): ResultValue {
  if (isNoResult(value.value)) return { ...value, flag: "X" };
  const analyte = analytes.get(value.analyte);
  if (analyte?.kind !== "number") return value;
  const range = isPublished(value) ? undefined : own?.[value.analyte];
  if (!isPublished(value) && !(range && hasLimits(analyte, value, range))) return value;
  const unit = unitNamed(analyte, value.unit ?? "");
  if (!unit) return value;
  const judged = judge(analyte, value.value, { unit, subject, own: range });
  return "problem" in judged ? value : { analyte: value.analyte, name: value.name, ...judged };
}

/** Whether the clinic's range still has the limits with which the value was compared. */
function hasLimits(analyte: NumberAnalyte, { unit, low, high }: ResultValue, range: ClinicRange): boolean {
  const named = unitNamed(analyte, unit ?? "");
  return (
    named !== null &&
    rangesInUnit(analyte, range, named).some((limits) => limits.low === low && limits.high === high)
  );
}
