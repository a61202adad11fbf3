import { sql } from "kysely";
import {
  counterUpTo,
  countIn,
  nextFreeNumber,
  takeTurnForNumber,
} from "#features/patients/server/admission-numbers.ts";
import { asPatientListItem, patientListColumns } from "#features/patients/server/patient-columns.ts";
import type { ClaimedReferral } from "#features/referrals/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { survivorByGlobalId } from "#server/database/merged-patients.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import type { Settings } from "#server/settings.ts";
import { takeRoom } from "#server/storage/files-quota.ts";
import { takesAllergies } from "#shared/clinical/allergy-words.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { answeredAlready } from "./close-referral.ts";
import type { SharedRecord } from "./shared-record.ts";

type Claim = { shared: SharedRecord; fromClinicName: string; globalPatientId: string };

/**
 * Adds the referred patient to the clinic with the next free admission number; an existing record of the person is
 * kept. Both rows, the copies and the history of both clinics are one transaction; the second of two concurrent
 * claims gets 409.
 */
export function claimReferral(
  clinic: ClinicScope,
  id: number,
  settings: Settings,
  now: Date,
): Promise<ClaimedReferral> {
  return clinic.transaction(async (joined) => {
    const at = now.toISOString();
    const found = await functionsBesideRow(joined, "referrals", id).row("claimReferral", {
      id,
      doctor: clinic.userId,
      at,
    });
    if (!found) throw notFound("Referral");
    const { outcome, shared, fromClinicName, globalPatientId } = found;
    if (outcome !== "pending" || fromClinicName === null || globalPatientId === null)
      throw answeredAlready(outcome);
    const claim = { shared: shared as SharedRecord, fromClinicName, globalPatientId };
    await awaitOtherClaims(joined, claim);
    const known = await addToKnown(joined, claim, now);
    const patientId = known ?? (await addPatient(joined, id, claim, now));
    await addVitals(joined, patientId, claim);
    await takeFiles(joined, id, patientId, { settings, at, hasFiles: claim.shared.files.length > 0 });
    const newPatient = await findListed(joined, patientId, manilaDay(now));
    return { patientId, newPatient, isNew: known === null };
  });
}

/**
 * When two clinics refer the same person at once, the second claim waits and then finds the patient that the first
 * created.
 */
async function awaitOtherClaims(clinic: ClinicScope, { globalPatientId }: Claim): Promise<void> {
  const person = `${clinic.id} ${globalPatientId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`.execute(clinic.db);
}

/**
 * The clinic's existing record of this person, retrieved from the archive: nothing in it is replaced, but for "no known
 * allergies" if the sender knows one.
 */
async function addToKnown(
  clinic: ClinicScope,
  { shared: { patient: given }, fromClinicName, globalPatientId }: Claim,
  now: Date,
): Promise<number | null> {
  const lock = () =>
    clinic.db
      .selectFrom("patients")
      .select(["id", "allergies", "remarks"])
      .where("clinicId", "=", clinic.id)
      .forUpdate();
  const named = await lock().where("globalPatientId", "=", globalPatientId).executeTakeFirst();
  // A record that was merged into another is represented by that one.
  const ledTo = named ? null : await survivorByGlobalId(clinic, globalPatientId);
  const known = named ?? (ledTo && (await lock().where("id", "=", ledTo).executeTakeFirst()));
  if (!known) return null;
  const isTaken = given.allergies !== null && takesAllergies(known.allergies, given.allergies);
  const differs = !isTaken && given.allergies !== null && given.allergies !== known.allergies;
  await clinic.db
    .updateTable("patients")
    .set({
      remarks: [known.remarks, given.remarks, differs && `Allergies in ${fromClinicName}: ${given.allergies}`]
        .filter(Boolean)
        .join("\n\n"),
      allergies: isTaken ? given.allergies : known.allergies,
      isArchived: false,
      ...changedNow(now),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", known.id)
    .execute();
  return known.id;
}

/** A told age keeps its day; one of a referral from before that was shared is of the day of the referral. */
async function typedAge(clinic: ClinicScope, id: number, { age, ageTold }: SharedRecord["patient"]) {
  if (ageTold) return { age: ageTold.years, ageToldOn: ageTold.on };
  if (!age) return { age };
  const { dateReferred } = await clinic.db
    .selectFrom("referrals")
    .select("dateReferred")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("side", "=", "received")
    .executeTakeFirstOrThrow();
  return { age, ageToldOn: manilaDay(new Date(dateReferred)) };
}

async function addPatient(
  clinic: ClinicScope,
  id: number,
  { shared: { patient }, globalPatientId }: Claim,
  now: Date,
): Promise<number> {
  const { ageTold: _told, ...given } = patient;
  const typed = await typedAge(clinic, id, patient);
  const at = now.toISOString();
  await takeTurnForNumber(clinic, now);
  const admissionNo = await nextFreeNumber(clinic, now);
  const today = manilaDay(now);
  await counterUpTo(clinic, today, countIn(admissionNo, today) ?? 0).execute();
  const { id: added } = await clinic.db
    .insertInto("patients")
    .values({
      ...given,
      ...typed,
      clinicId: clinic.id,
      admissionNo,
      admissionStatus: "Outpatient",
      globalPatientId,
      isSharedPatient: true,
      registeredById: clinic.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return added;
}

/** Measured by the sending clinic, and dated when it was measured. */
async function addVitals(
  clinic: ClinicScope,
  patientId: number,
  { shared: { vitals }, fromClinicName }: Claim,
): Promise<void> {
  if (!vitals) return;
  const known = await clinic.db
    .selectFrom("consultations")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("createdAt", "=", vitals.takenAt)
    .executeTakeFirst();
  if (known) return;
  await clinic.db
    .insertInto("consultations")
    .values({
      clinicId: clinic.id,
      patientId,
      consultationType: "Vitals",
      vitalSigns: JSON.stringify(vitals.vitalSigns),
      notes: `Measured in ${fromClinicName}`,
      createdAt: vitals.takenAt,
    })
    .execute();
}

/**
 * They count in what the receiving clinic stores. The sender's are not for its eyes before, so their size is known once
 * they are its own: it waits for other uploads first, and gives all of it back if there is no room.
 */
async function takeFiles(
  clinic: ClinicScope,
  id: number,
  patientId: number,
  { settings, at, hasFiles }: { settings: Settings; at: string; hasFiles: boolean },
): Promise<void> {
  if (hasFiles) await takeRoom(clinic, settings, 0);
  const files = await functionsBesideRow(clinic, "referrals", id).rows("takeReferral", {
    id,
    patient: patientId,
    at,
  });
  if (files.length === 0) return;
  await takeRoom(clinic, settings, 0);
  const added = (category: string) =>
    files.filter((file) => file.category === category).map(({ path }) => path);
  await clinic.db
    .updateTable("patients")
    .set({
      laboratoryFiles: sql`laboratory_files || ${added("laboratory")}::text[]`,
      imagingFiles: sql`imaging_files || ${added("imaging")}::text[]`,
      otherFiles: sql`other_files || ${added("other")}::text[]`,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .execute();
}

async function findListed(clinic: ClinicScope, id: number, today: string) {
  const row = await selectPatient(clinic, id).select(patientListColumns).executeTakeFirstOrThrow();
  return asPatientListItem(row, today);
}
