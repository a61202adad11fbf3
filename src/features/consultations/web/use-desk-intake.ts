import { useEffect, useRef } from "react";
import { latestVitals, patientConsultations } from "#features/consultations/contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import type { Patient } from "#features/patients/contract.ts";
import { patientVisits, type Visit } from "#features/visits/contract.ts";
import { statesWhileOpen, visitIn, visitsUntil } from "#features/visits/visit-of-day.ts";
import { signDetails, VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { noTypedVitalSigns } from "#web/clinical/vital-signs-form.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import type { TypedConsultation } from "./consultation-form.ts";
import type { WizardForm } from "./note-fields.ts";

type TypedVitals = TypedConsultation["vitalSigns"];

export type DeskIntake = {
  /** Today's, while it is open. */
  visit: Visit | null;
  /** The complaint that the desk wrote today. */
  deskComplaint: string | null;
  /** The vital signs taken today: when, and as typed. Saved unchanged they stay the one reading. */
  taken: { at: string; signs: TypedVitals } | null;
  fillVitals: () => void;
  clearVitals: () => void;
};

/**
 * What the desk recorded today before the consultation. It is filled in once, as the form's first values: closing then
 * loses nothing. What the doctor has typed meanwhile stays.
 */
export function useDeskIntake(form: WizardForm, patientId: number, patient: Patient | undefined): DeskIntake {
  const today = useToday();
  const params = { id: String(patientId) };
  const visits = useCall(patientVisits, { params, query: visitsUntil(today) });
  const vitals = useCall(latestVitals, { params });
  const entries = useCall(patientConsultations, {
    params,
    query: { limit: "20", inError: "without" },
  });
  const isOfToday = (instant: string | null | undefined) =>
    instant != null && manilaDay(new Date(instant)) === today;
  const visit = visitIn(visits.data ?? [], today, statesWhileOpen);
  const ofToday = entries.data?.filter((each) => isOfToday(each.createdAt)) ?? [];
  // The record's complaint is an earlier visit's, unless the patient was registered today.
  const deskComplaint = ofToday.some(isConsultation)
    ? null
    : (visit?.reason ??
      ofToday.find(({ chiefComplaint }) => chiefComplaint)?.chiefComplaint ??
      (isOfToday(patient?.createdAt) ? (patient?.chiefComplaint ?? null) : null));
  const at = isOfToday(vitals.data?.recordedAt) ? (vitals.data?.recordedAt ?? null) : null;
  const signs: TypedVitals = { ...noTypedVitalSigns };
  if (at) {
    for (const sign of VITAL_SIGNS) signs[sign] = String(vitals.data?.[sign] ?? "");
    for (const detail of signDetails) (signs as Record<string, string>)[detail] = vitals.data?.[detail] ?? "";
  }

  const isKnown = patient !== undefined && !visits.isPending && !vitals.isPending && !entries.isPending;
  const isFilled = useRef(false);
  useEffect(() => {
    if (!isKnown || isFilled.current) return;
    isFilled.current = true;
    const before = form.getValues();
    const complaint =
      before.chiefComplaint.trim() === "" && deskComplaint ? deskComplaint : before.chiefComplaint;
    const isMeasured = Object.values(before.vitalSigns).some((typed) => typed !== "");
    const vitalSigns = isMeasured || !at ? before.vitalSigns : signs;
    if (complaint === before.chiefComplaint && vitalSigns === before.vitalSigns) return;
    if (!form.formState.isDirty) form.reset({ ...before, chiefComplaint: complaint, vitalSigns });
    else {
      form.setValue("chiefComplaint", complaint, { shouldDirty: true });
      form.setValue("vitalSigns", vitalSigns, { shouldDirty: true });
    }
  });

  const put = (values: TypedVitals) => {
    for (const [name, value] of Object.entries(values))
      form.setValue(`vitalSigns.${name as "pulse"}`, value, { shouldDirty: true });
    form.clearErrors("vitalSigns");
  };
  return {
    visit,
    deskComplaint,
    taken: at ? { at, signs } : null,
    fillVitals: () => put(signs),
    clearVitals: () => put(noTypedVitalSigns),
  };
}
