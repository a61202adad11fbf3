import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import type { ClinicSettings } from "#features/clinics/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import type {
  Medication,
  Physician,
  Prescription,
  PrescriptionDraft,
} from "#features/prescriptions/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { fold } from "#shared/formats/name-search.ts";
import { signedName } from "#shared/formats/printed-names.ts";
import { isTriplicateAllowed } from "#shared/prescription/dangerous-drugs.ts";
import type { SheetInput } from "#shared/prescription/sheet.ts";
import { ptrInYear } from "#shared/sheet-content.ts";

export type TypedPrescription = z.input<typeof PrescriptionDraft>;
export type TypedMedicine = TypedPrescription["medications"][number];
export type PrescriptionForm = UseFormReturn<TypedPrescription, unknown, PrescriptionDraft>;

export const blankMedicine: TypedMedicine = {
  name: "",
  brandName: "",
  strength: "",
  form: "",
  dosage: "",
  frequency: "",
  duration: "",
  quantity: "",
  instructions: "",
};

/** An empty prescription of this day, with the doctor's data when the doctor is known. */
export function blankPrescription(
  patient: Patient,
  doctor: Physician | null,
  today: string,
): TypedPrescription {
  return {
    medications: [blankMedicine],
    diagnosis: "",
    additionalInstructions: "",
    patientAddress: patient.address ?? "",
    prescriptionDate: today,
    ...prescribedBy(doctor),
    allergyReason: "",
    isConfidential: false,
  };
}

/** The signer, as the profile says. */
export const prescribedBy = (doctor: Physician | null) => ({
  practitionerId: doctor?.practitionerId,
  physicianName: doctor ? signedName(doctor) : "",
  physicianSpecialization: doctor?.specialization ?? "",
  physicianLicense: doctor?.licenseNumber ?? "",
  physicianPTR: doctor ? ptrInYear(doctor.ptrNumber, doctor.ptrYear) : "",
  physicianS2: doctor?.s2Number ?? "",
});

/** A saved medicine in the form, whose first field is the generic name: a brand in `name` moves to its own field. */
export function typedAgain({ name, genericName, brandName, ...rest }: Medication): TypedMedicine {
  const isBrandFirst = genericName !== null && !fold(name).includes(fold(genericName));
  return {
    name: isBrandFirst ? genericName : name,
    brandName: brandName ?? (isBrandFirst ? name : ""),
    strength: rest.strength ?? "",
    form: rest.form ?? "",
    dosage: rest.dosage,
    frequency: rest.frequency,
    duration: rest.duration,
    quantity: rest.quantity ?? "",
    instructions: rest.instructions ?? "",
  };
}

/** What Repeat Last copies; date, address and doctor stay today's. */
export const repeated = (
  earlier: Pick<Prescription, "medications" | "diagnosis" | "additionalInstructions" | "isConfidential">,
) => ({
  medications: earlier.medications.map(typedAgain),
  diagnosis: earlier.diagnosis ?? "",
  additionalInstructions: earlier.additionalInstructions ?? "",
  isConfidential: earlier.isConfidential,
});

const isFilled = (text: string | null | undefined) => Boolean(text?.trim());

export const isBlankMedicine = (medicine: TypedMedicine) => !Object.values(medicine).some(isFilled);

/** Whether the medicine has its required fields. */
export const isWhole = ({ name, dosage, frequency, duration }: TypedMedicine) =>
  [name, dosage, frequency, duration].every(isFilled);

/** The fields that Save and Print require. */
export const hasRequiredFields = ({ medications, physicianName, physicianLicense }: TypedPrescription) =>
  isFilled(physicianName) &&
  isFilled(physicianLicense) &&
  medications.length > 0 &&
  medications.every(isWhole);

export type SheetSurroundings = {
  clinic: Pick<ClinicSettings, "name" | "address" | "phone" | "triplicateUntil">;
  patient: Patient;
  today: string;
  prescriptionId: number | null;
};

/** The typed values for the printed page. Empty medicines are omitted. */
export function sheetInputOf(
  typed: TypedPrescription,
  { clinic, patient, today, prescriptionId }: SheetSurroundings,
): SheetInput {
  const { prescriptionDate } = typed;
  const date = prescriptionDate && isCalendarDay(prescriptionDate) ? prescriptionDate : today;
  return {
    clinic,
    patient: {
      name: patient.patientName,
      birthday: patient.birthday,
      ageTold: patient.ageTold,
      sex: patient.sex,
      address: typed.patientAddress,
    },
    date,
    medications: typed.medications.filter((medicine) => !isBlankMedicine(medicine)),
    diagnosis: typed.diagnosis,
    additionalInstructions: typed.additionalInstructions,
    physician: {
      name: typed.physicianName,
      license: typed.physicianLicense,
      specialization: typed.physicianSpecialization,
      ptr: typed.physicianPTR,
      s2: typed.physicianS2,
    },
    nextVisit: patient.followUpDate && patient.followUpDate > date ? patient.followUpDate : null,
    prescriptionId,
    isTriplicateAllowed: isTriplicateAllowed(clinic.triplicateUntil, {
      prescriptionDate: date,
      writtenOn: today,
    }),
  };
}
