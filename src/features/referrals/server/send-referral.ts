import type { LetterDraft, PatientReferral, ReferralDraft } from "#features/referrals/contract.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { doctorForPaper } from "#server/paper-doctor.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import type { Role } from "#shared/permissions.ts";
import { countOpen, findSent, isEmailUnconfirmed, type Receivers } from "./queries.ts";
import { referralRow } from "./shared-record.ts";

/** The limit from one clinic to one other clinic. */
const OPEN_AT_MOST = 100;

type Sending = { now: Date; ownerUserId: number | null };

/**
 * Refers a patient to a clinic on Klinika: both rows, and a line in the record history of both clinics.
 * @throws Failure email_unconfirmed while the sending clinic's owner has not confirmed the email; too_many while many
 * referrals to that clinic wait.
 */
export function sendReferral(
  clinic: ClinicScope,
  patientId: number,
  { toClinicId, practitionerId, ...entered }: ReferralDraft,
  act: Sending & Receivers & { role: Role },
): Promise<PatientReferral> {
  return clinic.transaction(async (joined) => {
    if (act.confirmedOnly && (await isEmailUnconfirmed(joined)))
      throw new Failure(
        "email_unconfirmed",
        act.role === "owner"
          ? "Confirm your email before you refer patients to other clinics."
          : "The clinic's owner must confirm their email before you refer patients to other clinics.",
      );
    const doctor = await doctorForPaper(joined, practitionerId);
    const row = await referralRow(joined, patientId, entered, { now: act.now, doctor });
    if ((await countOpen(joined, toClinicId)) >= OPEN_AT_MOST)
      throw new Failure(
        "too_many",
        `${OPEN_AT_MOST} of your referrals to this clinic are waiting for an answer. Please wait until it has answered some.`,
        {},
        3600,
      );
    const id = await store(joined, row, toClinicId, act);
    if (id === null)
      throw invalidField("toClinicId", "This clinic cannot receive referrals. Please choose another one.");
    const sent = await findSent(joined, id);
    await note(joined, "referral.send", sent, act, row.shared.in_words);
    return sent;
  });
}

/** Stores a letter to a clinic outside Klinika, so that it can be printed again unchanged. */
export function writeLetter(
  clinic: ClinicScope,
  patientId: number,
  { toClinicName, toAddress, practitionerId, ...entered }: LetterDraft,
  act: Sending,
): Promise<PatientReferral> {
  return clinic.transaction(async (joined) => {
    const doctor = await doctorForPaper(joined, practitionerId);
    const row = await referralRow(joined, patientId, entered, { now: act.now, doctor });
    const addressed = { ...row, to_clinic_name: toClinicName, to_address: toAddress ?? null };
    const id = await store(joined, addressed, null, {
      now: act.now,
      verifiedOnly: false,
      confirmedOnly: false,
    });
    const letter = await findSent(joined, id ?? 0);
    await note(joined, "referral.letter", letter, act);
    return letter;
  });
}

async function store(
  clinic: ClinicScope,
  row: { original_patient_id: number },
  toClinicId: number | null,
  { now, verifiedOnly, confirmedOnly }: Receivers & Pick<Sending, "now">,
) {
  return functionsBesideRow(clinic, "patients", row.original_patient_id).value("sendReferral", {
    row: JSON.stringify(row),
    toClinic: toClinicId,
    verifiedOnly,
    confirmedOnly,
    at: now.toISOString(),
  });
}

const note = (
  clinic: ClinicScope,
  event: "referral.send" | "referral.letter",
  referral: PatientReferral,
  { ownerUserId }: Sending,
  shared?: string,
) =>
  writeHistory(clinic, {
    event,
    patientId: referral.patientId,
    ownerUserId,
    entity: "referrals",
    entityId: referral.id,
    details: {
      to_clinic: referral.toClinicName,
      reason: referral.referralReason,
      consent: referral.consent
        ? `${referral.consent.agreedBy}, ${formatLongDay(manilaDay(new Date(referral.consent.at)))}`
        : "not recorded",
      ...(shared !== undefined && { shared_when_accepted: shared }),
    },
  });
