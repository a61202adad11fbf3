import type { LatestVitals } from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import { statesBeforePayment, visitIn, visitsUntil } from "#features/visits/rules.ts";
import {
  measuredText,
  signDetails,
  signsOfDetail,
  VITAL_SIGN_LABELS,
  VITAL_SIGNS,
} from "#shared/clinical/vital-signs.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import type { WizardForm } from "./note-fields.ts";

/**
 * Offers what the desk recorded today before the consultation: complaint and vital signs, filled in by one press.
 * What the doctor has typed stays.
 */
export function IntakeOffer({
  form,
  patient,
  vitals,
}: {
  form: WizardForm;
  patient: Patient;
  vitals: LatestVitals | undefined;
}) {
  const today = useToday();
  const visits = useCall(patientVisits, {
    params: { id: String(patient.id) },
    query: visitsUntil(today),
  }).data;
  const typed = form.watch();
  const visit = visitIn(visits ?? [], today, [...statesBeforePayment, "for_payment", "booked"]);
  const measuredAt = vitals?.recordedAt ?? null;
  const isMeasured = measuredAt !== null && manilaDay(new Date(measuredAt)) === today;
  const complaint = visit?.reason ?? (isMeasured || visit ? patient.chiefComplaint : null);
  const missingComplaint = complaint && typed.chiefComplaint.trim() === "" ? complaint : null;
  const missing = VITAL_SIGNS.flatMap((sign) => {
    const value = isMeasured ? vitals?.[sign] : null;
    return value != null && typed.vitalSigns[sign].trim() === "" ? [{ sign, value: String(value) }] : [];
  });
  if (!missingComplaint && missing.length === 0) return null;
  // How a taken sign was measured comes with it.
  const details = signDetails.flatMap((detail) => {
    const value = vitals?.[detail];
    const isTaken = missing.some(({ sign }) => signsOfDetail[detail].includes(sign));
    return value && isTaken && typed.vitalSigns[detail] === "" ? [{ detail, value }] : [];
  });
  const take = () => {
    const changed = { shouldDirty: true, shouldValidate: true };
    if (missingComplaint) form.setValue("chiefComplaint", missingComplaint, changed);
    for (const { detail, value } of details) form.setValue(`vitalSigns.${detail}`, value, changed);
    for (const { sign, value } of missing) form.setValue(`vitalSigns.${sign}`, value, changed);
  };
  return (
    <NoteBox
      tone="info"
      title="Recorded today"
      actions={
        <Button size="sm" onClick={take}>
          Use These
        </Button>
      }
    >
      <div className="grid gap-0.5 wrap-anywhere">
        {missingComplaint && <p>{missingComplaint}</p>}
        {missing.length > 0 && measuredAt && (
          <p>
            {missing
              .map(({ sign }) => `${VITAL_SIGN_LABELS[sign]} ${measuredText(vitals ?? {}, sign)}`)
              .join(", ")}{" "}
            at {formatClock(measuredAt)}
          </p>
        )}
      </div>
    </NoteBox>
  );
}
