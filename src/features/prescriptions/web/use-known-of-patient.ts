import { useMemo } from "react";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { saysNoAllergies } from "#shared/clinical/allergy-words.ts";
import type { KnownOfPatient } from "#shared/prescription/prescribing-check.ts";
import { isSamePrescriber } from "#shared/prescription/same-prescriber.ts";
import { useCall } from "#web/data/calls.ts";

/**
 * Allergies and current medicines, to check a prescription against. If the summary fails to load, the allergies come
 * from the patient's text, and the medicines are reported as not checked.
 */
export function useKnownOfPatient(
  { id, allergies }: Patient,
  /** The last prescription: what another doctor wrote on it is a medicine of another prescriber. */
  last: Pick<Prescription, "id" | "physicianName" | "physicianLicense"> | null,
  physicianLicense: string,
): KnownOfPatient {
  const { data, error } = useCall(summary, { params: { id: String(id) } });
  return useMemo(() => {
    const asText = allergies?.trim() ? [{ substance: allergies, isFreeText: true }] : null;
    if (!data)
      return {
        allergies: asText && saysNoAllergies(allergies ?? "") ? [] : asText,
        medicinesNow: [],
        missing: error ? ["the medicines taken now, which could not be loaded"] : [],
      };
    // The summary's list is limited; the text has the rest.
    const recorded = data.more.allergies > 0 ? [...data.allergies, ...(asText ?? [])] : data.allergies;
    const rest = data.more.medicines;
    return {
      allergies: recorded.length > 0 || data.noKnownAllergies ? recorded : null,
      medicinesNow: data.medicines.map((medicine) =>
        last &&
        medicine.prescriptionId === last.id &&
        physicianLicense.trim() !== "" &&
        !isSamePrescriber(last, { physicianLicense })
          ? { ...medicine, by: last.physicianName }
          : medicine,
      ),
      stopped: data.stopped,
      missing: rest > 0 ? [`${rest} more medicines taken now`] : [],
    };
  }, [data, error, allergies, last, physicianLicense]);
}
