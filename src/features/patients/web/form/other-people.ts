import type { LikelyDuplicate } from "#features/patients/contract.ts";
import type { PatientForm } from "./patient-form.ts";

/** Of each form: who is not the patient, by the user. */
const othersOf = new WeakMap<PatientForm["control"], Set<string>>();

export const duplicateKey = ({ id, patientName, birthday }: LikelyDuplicate): string =>
  String(id ?? `${patientName} ${birthday}`);

export function noteOther({ control }: PatientForm, patient: LikelyDuplicate): void {
  othersOf.set(control, (othersOf.get(control) ?? new Set()).add(duplicateKey(patient)));
}

/** Whether there is somebody, and the user has declared all of them other people. */
export const areOthers = ({ control }: PatientForm, found: readonly LikelyDuplicate[]): boolean =>
  found.length > 0 && found.every((patient) => othersOf.get(control)?.has(duplicateKey(patient)));
