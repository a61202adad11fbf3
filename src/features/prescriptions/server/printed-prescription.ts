import type { Prescription, PrescriptionDraft } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { letterheadAt } from "#server/letterhead.ts";
import { type DoctorOnPaper, signerOf } from "#server/paper-doctor.ts";
import { headOf } from "#server/patient/sheet-head.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { signatureOn } from "#server/pdf/signature.ts";
import { refuseUnreleased } from "#server/signed-papers.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { PaperSize } from "#shared/paper-size.ts";
import { dangerousDrugProblem, isTriplicateAllowed } from "#shared/prescription/dangerous-drugs.ts";
import { medicineLine } from "#shared/prescription/generic-first.ts";
import { prescriptionSheet, type Sheet } from "#shared/prescription/sheet.ts";
import { ptrInYear } from "#shared/sheet-content.ts";
import type { drawPrescriptionPdf } from "./prescription-pdf.ts";
import { findSheetSurroundings, type PrescribingPhysician } from "./queries.ts";

/**
 * What is printed of the prescriber: what was typed, or where the clinic has several doctors, the profile of the one whom
 * it names. @throws Failure unusable without a license number
 */
export function physicianOf(doctor: DoctorOnPaper, typed: PrescribingPhysician): PrescribingPhysician {
  if (!doctor.isOneOfSeveral)
    return {
      physicianName: typed.physicianName,
      physicianLicense: typed.physicianLicense,
      physicianSpecialization: typed.physicianSpecialization,
      physicianPTR: typed.physicianPTR,
      physicianS2: typed.physicianS2,
    };
  const { name, license, specialization, ptr, ptrYear, s2 } = signerOf(doctor);
  return {
    physicianName: name,
    physicianLicense: license,
    physicianSpecialization: specialization,
    physicianPTR: ptrInYear(ptr, ptrYear) || null,
    physicianS2: s2,
  };
}

/**
 * Problems that prevent saving and printing: a brand without its generic name, a dangerous drug without an S2 number,
 * after the end of the doctor's S2 license, or together with other medicines.
 */
export function refuseUnsafeMedications(
  draft: Pick<PrescriptionDraft, "physicianS2"> & { medications: PrescriptionDraft["medications"] },
  { s2Number, s2EndsOn }: Pick<DoctorOnPaper, "s2Number" | "s2EndsOn">,
  day: string,
): void {
  // The end is that of the number in the profile; another number was typed from a newer license.
  const isOfProfile = draft.physicianS2?.trim() === s2Number?.trim();
  const fields: Record<string, string> = {};
  draft.medications.forEach((medication, index) => {
    const drugProblem = dangerousDrugProblem(medication, {
      s2: draft.physicianS2,
      s2EndedOn: isOfProfile && s2EndsOn && s2EndsOn < day ? s2EndsOn : null,
      isAlone: draft.medications.length === 1,
      // Triplicate paper is only checked when it is printed.
      isTriplicateAllowed: true,
    });
    const problem =
      medicineLine(medication).problem ?? (drugProblem?.stopsSaving ? drugProblem.message : null);
    if (problem) fields[`medications.${index}.name`] = problem;
  });
  const [first] = Object.values(fields);
  if (first) throw new Failure("invalid", first, { fields });
}

export function refuseUnprintable(sheet: Sheet): void {
  const [problem] = sheet.problems;
  if (problem) throw new Failure("unusable", problem);
}

/** The page of a prescription, saved or about to be (id null). */
export async function sheetOf(
  clinic: ClinicScope,
  prescription: Omit<Prescription, "id"> & { id: number | null },
): Promise<Sheet> {
  const around = await findSheetSurroundings(clinic, prescription);
  return prescriptionSheet({
    ...headOf({ ...around, address: prescription.patientAddress }),
    clinic: await letterheadAt(clinic, prescription.releasedAt ?? prescription.createdAt),
    date: prescription.prescriptionDate,
    medications: prescription.medications,
    diagnosis: prescription.diagnosis,
    additionalInstructions: prescription.additionalInstructions,
    physician: {
      name: prescription.physicianName,
      license: prescription.physicianLicense,
      specialization: prescription.physicianSpecialization,
      ptr: prescription.physicianPTR,
      s2: prescription.physicianS2,
    },
    nextVisit: around.nextVisit,
    prescriptionId: prescription.id,
    isTriplicateAllowed: isTriplicateAllowed(around.triplicateUntil, {
      prescriptionDate: prescription.prescriptionDate,
      writtenOn: manilaDay(new Date(prescription.createdAt)),
    }),
  });
}

/** Named prescription-{patient name}-{date}.pdf. */
export async function printPrescription(
  clinic: ClinicScope,
  prescription: Prescription,
  {
    paper = "A5",
    disposition,
    papers,
  }: { paper?: PaperSize | undefined; disposition: "inline" | "attachment"; papers: Papers },
): Promise<FileAnswer> {
  refuseUnreleased("prescription", prescription.status);
  const sheet = await sheetOf(clinic, prescription);
  refuseUnprintable(sheet);
  const [logo, signature] = await Promise.all([
    logoOf(clinic),
    signatureOn(clinic, "prescriptions", prescription.id),
  ]);
  const bytes = await papers.draw<typeof drawPrescriptionPdf>(
    clinic.id,
    { module: new URL("./prescription-pdf.ts", import.meta.url).href, name: "drawPrescriptionPdf" },
    sheet,
    { paper, createdAt: new Date(prescription.createdAt), logo, signature },
  );
  const name = `prescription-${inFileName(sheet.patient.name)}-${prescription.prescriptionDate}`;
  return pdfAnswer(bytes, name, disposition);
}
