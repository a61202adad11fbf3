import { sql } from "kysely";
import {
  MAX_ROWS,
  type Medicine,
  type MedicineStop,
  type StopDraft,
} from "#features/clinical-lists/contract.ts";
import { findPrescription } from "#features/prescriptions/server/queries.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { lockPatient } from "#server/patient/patient-rows.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { patientList, recordedNow, requireListRoom } from "./patient-lists.ts";
import { readPrescribed } from "./prescribed-medicines.ts";

/** A medicine that was not prescribed here. */
type Row = Omit<Medicine, "id" | "version" | "frequency" | "prescriptionId" | "item" | "stopId"> & {
  id: number;
  version: number;
  updatedAt: string;
};

export const medicineList = patientList<Row, Medicine>({
  table: "medicines",
  noun: "Medicine",
  name: "generic",
  columns: ["generic", "dose", "since", "until", "source", "stopReason"],
  mayBeConfidential: true,
  taken: "on the list already",
  // One that has ended may be taken again.
  named: (today) => sql`(until is null or until >= ${today}::date)`,
  activate: async (clinic, row, _, now) => {
    if (isCurrent(row, manilaDay(now))) await medicineList.requireNew(clinic, row, now);
  },
  show: asMedicine,
  complete(before, fields, today) {
    const { until = null, stopReason = null, ...after } = { ...before, ...fields };
    const end = endOf(before, { ...after, until, stopReason }, fields.until !== undefined, today);
    requireOrder({ since: after.since ?? null, until: end.until }, today);
    return { ...(before === null && { source: "elsewhere" as const }), ...fields, ...end };
  },
});

type End = Pick<Row, "until" | "stopReason">;

/** The last day and the reason: a stopped medicine has both, any other no reason. */
function endOf(
  before: Row | null,
  { state, until, stopReason }: End & { state?: Row["state"] },
  isSent: boolean,
  today: string,
): End {
  if (state !== "stopped")
    // Reinstated: the end date that the stop set is removed with it.
    return {
      until: before?.state === "stopped" && state === "active" && !isSent ? null : until,
      stopReason: null,
    };
  if (!stopReason) throw invalidField("stopReason", "Say why it is stopped");
  const isNow = before?.state !== "stopped" && !isSent && !(until && until < today);
  const last = isNow ? today : (until ?? today);
  if (last > today)
    throw invalidField("until", "This date is in the future. Keep the medicine active until then.");
  return { until: last, stopReason };
}

function requireOrder({ since, until }: { since: string | null; until: string | null }, today: string): void {
  if (until) requireDay("medicineUntil", until, "until", { today });
  if (since && until && until < since.slice(0, until.length))
    throw invalidField("until", "The last day cannot be before the first");
}

/** Whether it is taken on that day or later. */
const isCurrent = ({ state, until }: Pick<Row, "state" | "until">, day: string): boolean =>
  state === "active" && (until === null || until >= day);

function asMedicine(stored: Row, today: string): Medicine {
  const { updatedAt: _updatedAt, ...row } = stored;
  return {
    ...row,
    state: row.state === "active" && !isCurrent(row, today) ? "ended" : row.state,
    frequency: null,
    prescriptionId: null,
    item: null,
    stopId: null,
  };
}

const stateOrder: readonly Medicine["state"][] = ["active", "stopped", "ended", "entered_in_error"];

/** Current medicines first, each state with the newest first; and the prescriptions that wait to be released. */
export async function readMedicines(clinic: ClinicScope, patientId: number, today: string) {
  const [byHand, { medicines, prepared }] = await Promise.all([
    medicineList.rows(clinic, patientId).orderBy("id", "desc").limit(sql.lit(MAX_ROWS)).execute(),
    readPrescribed(clinic, patientId, today),
  ]);
  return { medicines: inOrder([...byHand.map((row) => asMedicine(row, today)), ...medicines]), prepared };
}

const inOrder = (medicines: readonly Medicine[]): Medicine[] =>
  medicines
    .toSorted(
      (one, other) =>
        stateOrder.indexOf(one.state) - stateOrder.indexOf(other.state) ||
        other.recordedAt.localeCompare(one.recordedAt),
    )
    .slice(0, MAX_ROWS);

const selectStops = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("medicineStops")
    .select([
      "id",
      "patientId",
      "clinicId",
      "prescriptionId",
      "item",
      "generic",
      "stoppedOn",
      "stopReason",
      "state",
      "recordedAt",
      "updatedAt",
      "version",
      nameOfUser(clinic, "medicine_stops.recorded_by_id").as("recordedByName"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

export const listMedicines = (clinic: ClinicScope, patientId: number, now: Date): Promise<Medicine[]> =>
  rowsOfPatient(
    clinic,
    patientId,
    readMedicines(clinic, patientId, manilaDay(now)).then(({ medicines }) => medicines),
  );

async function findStop(clinic: ClinicScope, patientId: number, id: number): Promise<MedicineStop> {
  const row = await selectStops(clinic, patientId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Stopped medicine"));
  return row as MedicineStop;
}

async function requireNotStopped(
  clinic: ClinicScope,
  patientId: number,
  { prescriptionId, item }: Pick<StopDraft, "prescriptionId" | "item">,
): Promise<void> {
  const current = await selectStops(clinic, patientId)
    .where("prescriptionId", "=", prescriptionId)
    .where("item", "=", item)
    .where("state", "=", sql.lit("active"))
    .executeTakeFirst();
  if (current) throw new Failure("taken", "This medicine is stopped already.", { current });
}

export function stopPrescribed(
  clinic: ClinicScope,
  patientId: number,
  { prescriptionId, item, stopReason }: StopDraft,
  now: Date,
): Promise<MedicineStop> {
  return clinic.transaction(async (joined) => {
    await lockPatient(joined, patientId);
    const { status, medications } = await findPrescription(joined, patientId, prescriptionId);
    const medicine = medications[item];
    if (!medicine) throw notFound("Medicine of this prescription");
    if (status === "withdrawn")
      throw new Failure(
        "withdrawn",
        "This prescription was withdrawn. None of its medicines count as taken.",
      );
    if (status !== "final")
      throw new Failure(
        "unusable",
        "This prescription waits to be released. None of its medicines are being taken yet.",
      );
    await requireNotStopped(joined, patientId, { prescriptionId, item });
    await requireListRoom(joined, "medicine_stops", patientId);
    const { id } = await joined.db
      .insertInto("medicineStops")
      .values({
        ...recordedNow(joined, patientId, now),
        prescriptionId,
        item,
        generic: medicine.genericName || medicine.name,
        stoppedOn: manilaDay(now),
        stopReason,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findStop(joined, patientId, id);
  });
}

export function updateStop(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  { state }: Partial<Pick<MedicineStop, "state">>,
  { now, version }: { now: Date; version: number | null },
): Promise<MedicineStop> {
  return clinic.transaction(async (joined) => {
    await lockPatient(joined, patientId);
    const before = await findStop(joined, patientId, id);
    requireVersion(before, version);
    if (state === undefined || state === before.state) return before;
    if (state === "active") await requireNotStopped(joined, patientId, before);
    await joined.db
      .updateTable("medicineStops")
      .set({ state, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findStop(joined, patientId, id);
  });
}
