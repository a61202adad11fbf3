import { sql } from "kysely";
import {
  MAX_ROWS,
  type Medicine,
  type MedicineChanges,
  type MedicineDraft,
  type MedicineSource,
  type MedicineStop,
  type StopDraft,
} from "#features/clinical-lists/contract.ts";
import { findPrescription } from "#features/prescriptions/server/queries.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { confidentialityOf, markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isCorrection, requireAuthor } from "#server/require-author.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import {
  lockLists,
  recordedByName,
  recordedNow,
  requireNoMistake,
  requireRoom,
  requireSince,
} from "./patient-lists.ts";
import { readPrescribed } from "./prescribed-medicines.ts";

const selectMedicines = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("medicines")
    .select([
      "id",
      "patientId",
      "clinicId",
      "generic",
      "dose",
      "since",
      "until",
      "source",
      "state",
      "stopReason",
      "recordedAt",
      "version",
      recordedByName("medicines").as("recordedByName"),
      ...confidentialityOf(clinic, "medicines", "recorded_by_id"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

type Row = Awaited<ReturnType<ReturnType<typeof selectMedicines>["executeTakeFirstOrThrow"]>>;

/** Whether it is taken on that day or later. */
const isCurrent = ({ state, until }: { state: string; until: string | null }, day: string): boolean =>
  state === "active" && (until === null || until >= day);

function asMedicine({ source, ...row }: Row, today: string): Medicine {
  return {
    ...row,
    source: source as MedicineSource,
    state: row.state === "active" && !isCurrent(row, today) ? "ended" : (row.state as Medicine["state"]),
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
    selectMedicines(clinic, patientId).orderBy("id", "desc").limit(sql.lit(MAX_ROWS)).execute(),
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

export async function listMedicines(clinic: ClinicScope, patientId: number, now: Date): Promise<Medicine[]> {
  const { medicines } = await readMedicines(clinic, patientId, manilaDay(now));
  if (medicines.length === 0) await requirePatient(clinic, patientId);
  return medicines;
}

async function findRow(clinic: ClinicScope, patientId: number, id: number): Promise<Row> {
  const row = await selectMedicines(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Medicine");
  return row;
}

/** @throws Failure where the same medicine is current on the list; one that has ended may be taken again */
async function requireNew(
  clinic: ClinicScope,
  patientId: number,
  generic: string,
  { today, except = 0 }: { today: string; except?: number },
): Promise<void> {
  const same = await selectMedicines(clinic, patientId)
    .where("state", "=", sql.lit("active"))
    .where((row) => row.or([row("until", "is", null), row("until", ">=", today)]))
    .where(sql<boolean>`lower(generic) = lower(${generic})`)
    .where("id", "<>", except)
    .executeTakeFirst();
  if (same)
    throw new Failure("taken", `${same.generic} is on the list already.`, {
      fields: { generic: "On the list already" },
      current: asMedicine(same, today),
    });
}

function requireOrder({ since, until }: { since: string | null; until: string | null }, today: string): void {
  if (until) requireDay("medicineUntil", until, "until", { today });
  if (since && until && until < since.slice(0, until.length))
    throw invalidField("until", "The last day cannot be before the first");
}

export function insertMedicine(
  clinic: ClinicScope,
  patientId: number,
  draft: MedicineDraft,
  now: Date,
): Promise<Medicine> {
  const today = manilaDay(now);
  return clinic.transaction(async (joined) => {
    const patient = await lockLists(joined, patientId);
    const { since = null, until = null } = draft;
    requireSince(since, patient, now);
    requireOrder({ since, until }, today);
    await requireRoom(joined, "medicines", patientId);
    if (isCurrent({ state: "active", until }, today))
      await requireNew(joined, patientId, draft.generic, { today });
    const { id } = await joined.db
      .insertInto("medicines")
      .values({
        ...recordedNow(joined, patientId, now),
        ...markedAs(joined, draft.isConfidential),
        generic: draft.generic,
        dose: draft.dose ?? null,
        since,
        until,
        source: draft.source ?? "elsewhere",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return asMedicine(await findRow(joined, patientId, id), today);
  });
}

export function updateMedicine(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  changes: MedicineChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Medicine> {
  const today = manilaDay(now);
  return clinic.transaction(async (joined) => {
    const patient = await lockLists(joined, patientId);
    const before = await findRow(joined, patientId, id);
    requireVersion(asMedicine(before, today), version);
    requireNoMistake(before, changes);
    if (isCorrection(before, changes, ["generic"])) await requireAuthor(joined, "medicines", id);
    const sent = withoutUndefined(changes);
    const after = { ...before, ...sent };
    if (after.state === "stopped") {
      if (!after.stopReason) throw invalidField("stopReason", "Say why it is stopped");
      if (before.state !== "stopped" && sent.until === undefined)
        after.until = before.until && before.until < today ? before.until : today;
      after.until ??= today;
      if (after.until > today)
        throw invalidField("until", "This date is in the future. Keep the medicine active until then.");
    } else {
      after.stopReason = null;
      // Reinstated: the end date that the stop set is removed with it.
      if (before.state === "stopped" && after.state === "active" && sent.until === undefined)
        after.until = null;
    }
    requireSince(sent.since, patient, now);
    requireOrder(after, today);
    if (isCurrent(after, today)) await requireNew(joined, patientId, after.generic, { today, except: id });
    const { generic, dose, since, until, source, state, stopReason } = after;
    await joined.db
      .updateTable("medicines")
      .set({
        generic,
        dose,
        since,
        until,
        source,
        state,
        stopReason,
        ...changedNow(now),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return asMedicine(await findRow(joined, patientId, id), today);
  });
}

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
      recordedByName("medicine_stops").as("recordedByName"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

async function findStop(clinic: ClinicScope, patientId: number, id: number): Promise<MedicineStop> {
  const row = await selectStops(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Stopped medicine");
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
    await lockLists(joined, patientId);
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
    await requireRoom(joined, "medicine_stops", patientId);
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
    await lockLists(joined, patientId);
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
