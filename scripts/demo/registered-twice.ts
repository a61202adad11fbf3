import { addConsultation } from "#features/consultations/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

const shared = { sex: "F", birthday: "1961-03-08", hospital: "Chong Hua Hospital - Fuente" } as const;

/** Days ago: her first record, and the one that a new secretary created. */
const records = [
  {
    ago: 61,
    draft: {
      patientName: "Dela Peña, Consuelo Rivera",
      contactNumber: "+639175550188",
      address: "Mandaue City",
      philhealthNumber: "12-045512876-1",
      allergies: "Sulfa, rash",
    },
    visit: {
      complaint: "Headache in the morning",
      diagnosis: "Hypertension",
      treatment: "Amlodipine 5 mg OD",
    },
  },
  {
    ago: 2,
    draft: {
      patientName: "De la Pena, Ma. Consuelo",
      contactNumber: "+639984127730",
      address: "Blk 4 Lot 9, Brgy. Banilad, Mandaue City",
      allergies: "No known allergies",
    },
    visit: {
      complaint: "Dizziness",
      diagnosis: "Hypertension, uncontrolled",
      treatment: "Amlodipine 10 mg OD",
    },
  },
] as const;

/** A patient who is registered twice, for the list of possible duplicates. */
export async function keepRegisteredTwice(calls: Calls, today: string): Promise<void> {
  for (const { ago, draft, visit } of records) {
    const day = addDays(today, -ago);
    await calls.setClock(day, 18, 10);
    const { id } = await calls.send(addPatient, {
      body: { ...shared, ...draft, admissionNo: `${day.replaceAll("-", "")}-090` },
    });
    await calls.send(addConsultation, {
      body: {
        patientId: Number(id),
        chiefComplaint: visit.complaint,
        diagnosis: visit.diagnosis,
        treatment: visit.treatment,
        consultationType: "General",
      },
    });
  }
}
