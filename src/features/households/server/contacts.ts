import type { ContactChanges, GuardianDraft } from "#features/households/contract.ts";
import { mayHaveGuardian } from "#features/households/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { lockPatients, saveFamily } from "./family-rows.ts";

/** Replaces next of kin and guardian, each as a whole; one that is not sent stays. */
export function saveContacts(
  clinic: ClinicScope,
  patientId: number,
  { nextOfKin, guardian }: ContactChanges,
  now: Date,
): Promise<{ patientId: number }> {
  return clinic.transaction(async (joined) => {
    const linkedId = guardian?.patientId ?? null;
    if (linkedId === patientId)
      throw invalidField("guardian.patientId", "A patient cannot be the guardian of the same patient");
    const patients = await lockPatients(joined, linkedId === null ? [patientId] : [patientId, linkedId]);
    const patient = patients.find(({ id }) => id === patientId);
    if (guardian && patient && !mayHaveGuardian(patient, manilaDay(now)))
      throw new Failure(
        "unusable",
        "A guardian is recorded for patients under 18. Record a next of kin instead.",
      );
    const linked = patients.find(({ id }) => id === linkedId);
    if (patient && linked) await requireGuardian(joined, patient, linked, manilaDay(now));
    await saveFamily(
      joined,
      patientId,
      {
        ...(nextOfKin !== undefined && {
          kinName: nextOfKin?.name ?? null,
          kinRelation: nextOfKin?.relation ?? null,
          kinPhone: nextOfKin?.phone ?? null,
        }),
        ...(guardian !== undefined && guardianValues(guardian, linked?.patientName)),
      },
      now,
    );
    return { patientId };
  });
}

type Person = AgeSource & { id: number };

/** A guardian is older than the child, and not in the child's own care. */
async function requireGuardian(clinic: ClinicScope, child: Person, guardian: Person, today: string) {
  if (isYoungerOrSame(guardian, child, today))
    throw invalidField(
      "guardian.patientId",
      "This patient is not older. Choose another guardian, or correct the birthday or age first.",
    );
  const inCare = await clinic.db
    .selectFrom("patientFamilies")
    .select("patientId")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", guardian.id)
    .where("guardianPatientId", "=", child.id)
    .executeTakeFirst();
  if (inCare)
    throw invalidField(
      "guardian.patientId",
      "This patient's guardian is the one you are editing. Choose another, or correct that record first.",
    );
}

/** By the birthdays, or by the years if one is not known; false if nothing is known. */
function isYoungerOrSame(one: Person, other: Person, today: string): boolean {
  if (one.birthday && other.birthday) return one.birthday >= other.birthday;
  const [years, others] = [yearsAt(one, today), yearsAt(other, today)];
  return years !== null && others !== null && years < others;
}

const guardianValues = (guardian: GuardianDraft | null, linkedName: string | undefined) => ({
  guardianName: linkedName ?? guardian?.name ?? null,
  guardianRelation: guardian?.relation ?? null,
  guardianPhone: guardian?.phone ?? null,
  guardianPatientId: guardian?.patientId ?? null,
});
