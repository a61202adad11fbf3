import { findPatient } from "#features/patients/server/queries.ts";
import type { PatientReferral } from "#features/referrals/contract.ts";
import { letterState } from "#features/referrals/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { refuseOtherSigner, refuseOutdated } from "#server/signed-papers.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { findLetter, headOfLetter } from "./printed-letter.ts";
import { findSent, findStanding } from "./queries.ts";

/** Signed by the doctor whom it names. */
export function releaseLetter(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  now: Date,
): Promise<PatientReferral> {
  return clinic.transaction(async (joined) => {
    const before = await findSent(joined, id);
    if (before.patientId !== patientId) throw notFound("Referral");
    refuseOtherSigner("letter", (await findStanding(joined, id)).doctor);
    if (letterState(before) === "withdrawn")
      throw new Failure("already_done", "This referral was cancelled, so its letter can't be released.");
    if (before.awaitsRelease) await refuseOutdatedLetter(joined, patientId, id);
    await functionsBesideRow(joined, "referrals", id).value("releaseLetter", { id, at: now.toISOString() });
    return findSent(joined, id);
  });
}

/** Also the allergies: whoever reads the letter treats by them. */
async function refuseOutdatedLetter(clinic: ClinicScope, patientId: number, id: number): Promise<void> {
  const letter = await findLetter(clinic, patientId, id);
  const day = manilaDay(new Date(letter.dateReferred));
  const patient = await findPatient(clinic, patientId, day);
  refuseOutdated("letter", {
    prepared: headOfLetter(letter, letter.shared.patient, day),
    now: headOfLetter(patient, patient, day),
  });
}
