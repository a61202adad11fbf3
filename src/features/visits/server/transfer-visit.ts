import { sql } from "kysely";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyUsers } from "#server/notifications.ts";
import { practisingDoctors, practitionerFor } from "#server/practitioners.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { isOpenVisit, isWaitingState, type VisitState } from "#shared/clinical/visit-states.ts";
import { Failure } from "#shared/errors.ts";
import { nextNumber } from "./add-visit.ts";
import { lockVisit } from "./move-visit.ts";
import { findVisit } from "./visit-rows.ts";

/** What Undo restores. Times and keys are PostgreSQL's texts. */
type BeforeHandover = {
  practitionerId: number;
  number: number;
  letter: string | null;
  state: VisitState;
  withDoctorAt: string | null;
  forPaymentAt: string | null;
  movedTo: string | null;
  handedFromId: number | null;
  handedAt: string | null;
  handoverNote: string | null;
};

/** Hands a patient who has come to another doctor, in whose queue they wait from their arrival, with a new number. */
export function transferVisit(
  clinic: ClinicScope,
  id: number,
  { practitionerId, note }: { practitionerId: number; note?: string | null | undefined },
  now: Date,
): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const visit = await lockVisit(joined, id);
    const doctor = await practitionerFor(joined, practitionerId);
    if (!isOpenVisit(visit.state))
      throw new Failure("taken", "This visit is closed. Reopen it, or add the patient to the queue.", {
        current: visit,
      });
    if (visit.number === null)
      throw new Failure("unusable", "This patient has not come yet. Change the doctor of the appointment.");
    const before = await beforeHandover(joined, id);
    if (!doctor || before.practitionerId === doctor.id)
      throw new Failure("taken", "This patient waits for this doctor already.", { current: visit });
    const at = now.toISOString();
    await joined.db
      .updateTable("visits")
      .set({
        practitionerId: doctor.id,
        ...(await nextNumber(joined, { ...visit, practitionerId: doctor.id })),
        state: visit.vitalsTakenAt ? "vitals_taken" : "arrived",
        withDoctorAt: null,
        forPaymentAt: null,
        // A position in the queue is of one doctor's.
        movedTo: null,
        handedFromId: before.practitionerId,
        handedAt: at,
        handoverNote: note ?? null,
        beforeHandover: JSON.stringify(before),
        updatedAt: at,
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    const handed = await findVisit(joined, id);
    const from = (await practisingDoctors(joined)).find(({ id: one }) => one === before.practitionerId);
    await tell(joined, doctor.userId, handed, now, {
      title: from ? `Patient from ${from.name}` : "Patient handed to you",
      note,
    });
    return handed;
  });
}

/** Reverts the last transfer of a patient who still waits: the old number was given to nobody else. */
export function takeVisitBack(clinic: ClinicScope, id: number, now: Date): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const visit = await lockVisit(joined, id);
    const row = await joined.db
      .selectFrom("visits")
      .select(["beforeHandover", "practitionerId"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const before = row.beforeHandover as BeforeHandover | null;
    if (!before || !isWaitingState(visit.state))
      throw new Failure("taken", "This patient was called meanwhile. Hand them over once more.", {
        current: visit,
      });
    await practitionerFor(joined, before.practitionerId);
    const { movedTo, state, ...others } = before;
    await joined.db
      .updateTable("visits")
      .set({
        ...others,
        // Vital signs that were taken meanwhile stay.
        state: isWaitingState(state) ? visit.state : state,
        movedTo: sql`${movedTo}::numeric[]`,
        beforeHandover: null,
        updatedAt: now.toISOString(),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    const doctor = (await practisingDoctors(joined)).find(({ id: one }) => one === row.practitionerId);
    if (doctor) await tell(joined, doctor.userId, visit, now, { title: "Patient taken back" });
    return findVisit(joined, id);
  });
}

const beforeHandover = (clinic: ClinicScope, id: number): Promise<BeforeHandover> =>
  clinic.db
    .selectFrom("visits")
    .select([
      "practitionerId",
      "number",
      "letter",
      "state",
      "withDoctorAt",
      "forPaymentAt",
      sql<string | null>`moved_to::text`.as("movedTo"),
      "handedFromId",
      "handedAt",
      "handoverNote",
    ])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow() as Promise<BeforeHandover>;

/** Tells the doctor in whose queue the patient waits, or waited; not what they did themselves. */
async function tell(
  clinic: ClinicScope,
  userId: number,
  visit: Visit,
  now: Date,
  { title, note }: { title: string; note?: string | null | undefined },
): Promise<void> {
  if (userId === clinic.userId) return;
  const who = `Number ${queueNumber(visit)}, ${visit.patientName}.`;
  await notifyUsers(
    clinic,
    [userId],
    {
      title,
      message: note ? `${who} ${note}` : who,
      actionType: "patient",
      actionData: { patientId: visit.patientId },
    },
    now,
  );
}
