import { sql } from "kysely";
import { fieldOf } from "#features/imports/import-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { formatDay } from "#shared/formats/dates.ts";
import {
  type CheckedRow,
  numberUsedBy,
  type RowCheck,
  readNamed,
  stateOf,
  type WaitingRow,
} from "../checked-row.ts";
import type { Doubles, Match } from "../doubles.ts";
import { eachYielding } from "../each-yielding.ts";
import type { RowFault, RowReading } from "../values/row-parts.ts";
import {
  type ConsultationValues,
  type consultationTexts,
  fingerprintOf,
  readConsultation,
} from "./read-consultation.ts";

type Read = ReturnType<typeof readConsultation>;

/** Parsed rows whose patient was found, each with the row that found them first. */
export type Seen = Map<string, number>;

/** What two rows of the same consultation have in common. */
export const consultationKey = (patientId: number, values: ConsultationValues): string =>
  `${patientId} ${values.day} ${fingerprintOf(values)}`;

/**
 * Finds each row's patient among the registered ones, and whether the visit is recorded already or further up in the
 * list. A match by name alone is never certain: the user decides.
 */
export function consultationCheck(
  clinic: ClinicScope,
  reading: RowReading,
  patients: Doubles,
  seen: Seen = new Map(),
): RowCheck {
  return async (rows) => {
    const found: { row: WaitingRow; result: Read; match: Match | null; faults: RowFault[] }[] = [];
    await eachYielding(
      await readNamed(clinic, rows, (cells) => readConsultation(cells, reading)),
      ({ row, result, sounds }) =>
        found.push({ row, result, ...patientOf(row, result, { reading, patients, sounds }) }),
    );
    const recorded = await recordedKeys(
      clinic,
      found.flatMap(({ match, result }) =>
        match?.patientId != null && result.values ? [{ id: match.patientId, day: result.values.day }] : [],
      ),
    );
    return found.map(({ row, result, match, faults }) =>
      checkedRow(row, result, { match, faults, recorded, seen }),
    );
  };
}

function patientOf(
  { rowNo }: WaitingRow,
  { values, faults }: Read,
  { reading, patients, sounds }: { reading: RowReading; patients: Doubles; sounds: readonly string[] },
): { match: Match | null; faults: RowFault[] } {
  if (!values) return { match: null, faults };
  const fault = (fields: readonly string[], message: string) => ({
    match: null,
    faults: [{ column: columnOf(reading, fields), message }],
  });
  const { patientName: name, birthday, admissionNo, day } = values;
  const { match, usedBy } =
    name === null
      ? { match: patients.findByNumber(admissionNo), usedBy: null }
      : patients.find({
          patientId: null,
          row: rowNo,
          name,
          birthday,
          phone: null,
          sex: null,
          admissionNo,
          sounds,
        });
  if (usedBy) return fault(["admissionNo"], numberUsedBy(usedBy));
  if (!match)
    return name === null
      ? fault(["admissionNo"], "No patient has this admission number")
      : fault(nameFields, "No patient with this name is registered. Import the patients first");
  if (match.birthday !== null && day < match.birthday)
    return fault(["visitDay"], `Enter a date from the patient's birthday on, ${formatDay(match.birthday)}`);
  return { match, faults };
}

const nameFields = ["name", "lastName", "firstName"];

/** The first column that is imported as one of the fields. */
function columnOf({ mapping }: RowReading, fields: readonly string[]): number | null {
  const column = mapping.targets.findIndex((target) => target !== null && fields.includes(fieldOf(target)));
  return column < 0 ? null : column;
}

function checkedRow(
  { rowNo, choice }: WaitingRow,
  { values, shown }: Read,
  {
    match,
    faults,
    recorded,
    seen,
  }: { match: Match | null; faults: RowFault[]; recorded: ReadonlySet<string>; seen: Seen },
): CheckedRow {
  const row = {
    rowNo,
    fields: values,
    patientName: shown.patientName ?? null,
    birthday: shown.birthday ?? null,
    contactNumber: null,
    faults,
  };
  if (!values || !match || match.patientId === null)
    return { ...row, match: null, state: stateOf({ faults, match: null, choice }) };
  const state = stateOf({ faults, match, choice });
  if (state === "look" || state === "skipped") return { ...row, match, state };
  const key = consultationKey(match.patientId, values);
  const above = seen.get(key);
  if (choice === "keep") return { ...row, match, state: "new" };
  if (recorded.has(key)) return { ...row, match, state: "here" };
  if (above !== undefined) return { ...row, match: { ...match, row: above }, state: "twice" };
  seen.set(key, rowNo);
  return { ...row, match, state: "new" };
}

/** The recorded consultations of these patients on these days. */
async function recordedKeys(
  clinic: ClinicScope,
  days: readonly { id: number; day: string }[],
): Promise<Set<string>> {
  if (days.length === 0) return new Set();
  const pairs = [...new Map(days.map((pair) => [`${pair.id} ${pair.day}`, pair])).values()];
  const { rows } = await sql<
    { patientId: number; day: string; vitalSigns: VitalSigns | null } & Record<
      (typeof consultationTexts)[number],
      string | null
    >
  >`
    select v.id as "patientId", v.day::text as day, c.chief_complaint as "chiefComplaint",
           c.physical_examination as "physicalExamination", c.diagnosis, c.treatment, c.medications, c.notes,
           c.vital_signs as "vitalSigns"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as v (id bigint, day date)
    cross join lateral (
      select * from consultations c
      where c.clinic_id = ${clinic.id} and c.patient_id = v.id
        and c.created_at >= v.day::timestamp at time zone 'Asia/Manila'
        and c.created_at < (v.day + 1)::timestamp at time zone 'Asia/Manila') as c`.execute(clinic.db);
  return new Set(rows.map((row) => `${row.patientId} ${row.day} ${fingerprintOf(row)}`));
}
