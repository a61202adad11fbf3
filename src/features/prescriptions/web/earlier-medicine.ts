import type { Prescription } from "#features/prescriptions/contract.ts";
import { shortDay } from "#shared/formats/dates.ts";
import { changedFrom, entryFor } from "#shared/prescription/compared-medicine.ts";
import type { KnownOfPatient } from "#shared/prescription/prescribing-check.ts";
import { isBlankMedicine, type TypedMedicine } from "./prescription-form.ts";

/** What a medicine is compared with: the last prescription, and what earlier ones of the clinic still cover. */
export type Earlier = {
  last: Pick<Prescription, "medications" | "prescriptionDate"> | null;
  medicinesNow: KnownOfPatient["medicinesNow"];
  today: string;
};

/** Against the earlier prescription: "as on Oct 24", or `was` "50 mg" on that day. Null for one that is new. */
export function comparedWithEarlier(
  medicine: TypedMedicine,
  { last, medicinesNow, today }: Earlier,
): { was: string | null; on: string | null } | null {
  if (isBlankMedicine(medicine)) return null;
  const before = entryFor(medicine, last?.medications ?? []);
  if (before && last)
    return { was: changedFrom(medicine, before), on: shortDay(last.prescriptionDate, today) };
  const taken = entryFor(
    medicine,
    medicinesNow
      .filter(({ source }) => source === "prescription")
      // How it is taken is not known of these.
      .map(({ generic, dose, since }) => ({
        name: generic,
        strength: dose ?? "",
        dosage: medicine.dosage,
        frequency: medicine.frequency,
        since: since ?? null,
      })),
  );
  return taken
    ? { was: changedFrom(medicine, taken), on: taken.since && shortDay(taken.since, today) }
    : null;
}
