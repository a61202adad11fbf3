import { sql } from "kysely";
import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { ImportMapping } from "../contract.ts";
import { patientCheck } from "./check-patients.ts";
import { markDisputed, type RowCheck, writeChecked } from "./checked-row.ts";
import { consultationCheck } from "./consultations/check-consultations.ts";
import { Doubles, personColumns, personOfPatient } from "./doubles.ts";
import { eachYielding } from "./each-yielding.ts";
import type { StoredColumn } from "./guess-mapping.ts";
import {
  selectImport,
  selectRows,
  storedColumns,
  storedMapping,
  uncheckedRow,
  updateImport,
} from "./import-store.ts";
import { noteFigures } from "./note-progress.ts";
import type { RowReading } from "./values/row-parts.ts";

const ROWS_AT_ONCE = 250;
const PATIENTS_AT_ONCE = 1000;

/** What is needed to parse the rows of an import. */
export async function readingOf(
  clinic: ClinicScope,
  { columns, mapping }: { columns: readonly StoredColumn[]; mapping: ImportMapping },
  now: Date,
): Promise<RowReading> {
  return {
    mapping,
    headers: columns.map(({ header }) => header),
    customFields: await listCustomFields(clinic),
    now,
    today: manilaDay(now),
  };
}

/** What rows are compared with, by kind of rows. */
const checkOf = (clinic: ClinicScope, reading: RowReading, doubles: Doubles): RowCheck =>
  reading.mapping.kind === "patients"
    ? patientCheck(clinic, reading, doubles)
    : consultationCheck(clinic, reading, doubles);

/**
 * The dry run: parses every row by the mapping, and compares it with the clinic's patients and the rows above it. It
 * always starts from the first row, and yields so that requests do not wait.
 */
export async function checkImport(
  clinic: ClinicScope,
  id: number,
  { now, lease, closing }: { now: () => Date; lease: number; closing?: AbortSignal | undefined },
): Promise<void> {
  const stored = await selectImport(clinic, id)
    .select(["state", storedColumns, storedMapping, sql<string>`mapping::text`.as("mappingText")])
    .executeTakeFirst();
  if (stored?.state !== "checking") return;
  const reading = await readingOf(clinic, stored, now());
  const doubles = new Doubles();
  const newestPatientId = await addPatients(clinic, doubles);
  const check = checkOf(clinic, reading, doubles);
  let last = 0;
  let done = 0;
  for (;;) {
    if (closing?.aborted) return;
    const rows = await waitingRows(clinic, id, last);
    const checked = await check(rows);
    last = rows.at(-1)?.rowNo ?? last;
    done += rows.length;
    const isLast = rows.length < ROWS_AT_ONCE;
    const hasMore = await clinic.transaction(async (joined) => {
      // Mapped again meanwhile, or cancelled: the next run starts over.
      const isCurrent = await selectImport(joined, id)
        .select("id")
        .where("state", "=", "checking")
        .where(sql<boolean>`mapping::text = ${stored.mappingText}`)
        .forUpdate()
        .executeTakeFirst();
      if (!isCurrent) return false;
      await writeChecked(joined, id, checked);
      await markDisputed(joined, id, doubles.disputed);
      if (isLast) await noteFigures(joined, id, { progress: done, state: "checked", newestPatientId });
      else
        await updateImport(joined, id)
          .set({ progress: done, leasedUntil: new Date(now().getTime() + lease).toISOString() })
          .execute();
      return !isLast;
    });
    if (!hasMore) return;
  }
}

const waitingRows = (clinic: ClinicScope, id: number, after: number) =>
  selectRows(clinic, id)
    .select(uncheckedRow)
    .where("rowNo", ">", after)
    .orderBy("rowNo")
    .limit(sql.lit(ROWS_AT_ONCE))
    .execute();

/** Adds the clinic's patients; returns the newest one's id. */
async function addPatients(clinic: ClinicScope, doubles: Doubles): Promise<number> {
  let last = 0;
  for (;;) {
    const patients = await clinic.db
      .selectFrom("patients")
      .select([
        ...personColumns,
        sql<string[]>`array(select s.sound from patient_name_sounds s
                            where s.clinic_id = patients.clinic_id and s.patient_id = patients.id)`.as(
          "sounds",
        ),
      ])
      .where("clinicId", "=", clinic.id)
      .where("id", ">", last)
      .orderBy("id")
      .limit(sql.lit(PATIENTS_AT_ONCE))
      .execute();
    await eachYielding(patients, (patient) => doubles.add(personOfPatient(patient)));
    last = patients.at(-1)?.id ?? last;
    if (patients.length < PATIENTS_AT_ONCE) return last;
  }
}
