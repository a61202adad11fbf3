import { addCustomField } from "#features/clinics/contract.ts";
import { addAddendum, addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, editPatient } from "#features/patients/contract.ts";
import { addFavourite, savePrescription } from "#features/prescriptions/contract.ts";
import { addExamples, addQuickText } from "#features/quick-texts/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";
import { makePapers } from "./clinic-papers.ts";
import { fillLists } from "./clinical-lists.ts";
import { recordResults } from "./lab-results.ts";
import { aChestXray, aLabReport, bloodCount, heartMarkers, lipids } from "./results.ts";

const patientName = "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña";

/** Days before today, and measurements: heart failure that improves. */
const visits = [
  {
    before: 161,
    bloodPressure: "164/98",
    pulse: 92,
    oxygenSaturation: 92,
    respiratoryRate: 24,
    weight: 73.2,
  },
  {
    before: 131,
    bloodPressure: "158/96",
    pulse: 90,
    oxygenSaturation: 93,
    respiratoryRate: 23,
    weight: 72.1,
  },
  { before: 98, bloodPressure: "152/92", pulse: 88, oxygenSaturation: 94, respiratoryRate: 22, weight: 70.4 },
  { before: 63, bloodPressure: "146/88", pulse: 86, oxygenSaturation: 95, respiratoryRate: 20, weight: 69.1 },
  { before: 35, bloodPressure: "148/90", pulse: 82, oxygenSaturation: 95, respiratoryRate: 20, weight: 68.0 },
] as const;

const furosemide = {
  name: "furosemide",
  brandName: "Lasix",
  strength: "40 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD",
  duration: "30 days",
};
const losartan = { ...furosemide, name: "losartan", brandName: "Cozaar", strength: "100 mg" };

/** Custom fields and favourites of the clinic, and one patient with every kind of record. */
export async function keepFeaturedPatient(calls: Calls, today: string): Promise<number> {
  await calls.setClock(addDays(today, -171), 8);
  await calls.send(addCustomField, {
    body: {
      fieldName: "HMO",
      fieldType: "choice",
      fieldOptions: ["None", "Maxicare", "Intellicare", "MediCard"],
    },
  });
  await calls.send(addExamples, {});
  await calls.send(addQuickText, {
    body: {
      name: "hf-plan",
      title: "Heart failure, what the patient is told",
      text: "Weighs every morning, calls when {kg} heavier in 2 days. Salt less than a teaspoon a day, water {mL a day}. Back in {weeks}.",
      whose: "own",
    },
  });
  await calls.send(addFavourite, {
    body: { name: "Heart failure, first month", medications: [furosemide, losartan] },
  });
  const { id } = await calls.send(addPatient, {
    body: {
      patientName,
      admissionNo: `${addDays(today, -171).replaceAll("-", "")}-001`,
      hospital: "Chong Hua Hospital - Fuente",
      sex: "F",
      birthday: "1959-03-04",
      allergies: "penicillin, iodinated contrast",
      chiefComplaint: "Shortness of breath on two flights of stairs, three weeks; sleeps on two pillows",
      preopDiagnosis: "Hypertensive heart disease with congestive heart failure, NYHA class II",
      contactNumber: "+639175550148",
      address: "14 Calle Sampaguita, Brgy. Lahug, Cebu City",
      referringPhysician: "Dr. Ma. Socorro Ybañez-Tan",
      remarks: "Daughter (Liezl) decides with her; prefers Bisayâ.",
      phicPayment: "Yes",
      amount: "48250.00",
      philhealthNumber: "12-123456789-1",
      customFields: { HMO: "Maxicare" },
    },
  });
  const patientId = Number(id);
  let newest = 0;
  for (const { before, ...measured } of visits) {
    await calls.setClock(addDays(today, -before), 10);
    const made = await calls.send(addConsultation, {
      body: {
        patientId,
        chiefComplaint: "Follow-up of heart failure",
        vitalSigns: { ...measured, temperature: 36.6, height: 156 },
        diagnosis: "Heart failure with reduced ejection fraction, improving",
        diagnoses: [
          { words: "Congestive heart failure", code: "I50.0" },
          { words: "Hypertensive heart disease", code: "I11.9" },
        ],
        treatment: "Furosemide and losartan go on; salt below 2 g a day; weigh every morning",
        physicalExamination: "Fine crackles at both bases, less edema than before",
        followUpDate: addDays(today, -before + 30),
        consultationType: "General",
      },
    });
    newest = Number(made.id);
  }
  await calls.send(savePrescription, {
    params: { id: patientId },
    body: {
      physicianName: "Rafael M. Peñaflor, MD, FPCP, FPCC",
      physicianLicense: "0098412",
      physicianSpecialization: "Internal Medicine, Cardiology",
      physicianPTR: "2614407",
      patientAddress: "14 Calle Sampaguita, Brgy. Lahug, Cebu City",
      medications: [furosemide, losartan],
      diagnosis: "Heart failure with reduced ejection fraction",
    },
  });
  await calls.send(addAddendum, {
    params: { id: newest },
    body: { text: "Echo of the same afternoon: ejection fraction 42 %, up from 35 % in June." },
  });
  await calls.send(beginFullHistory, {
    params: { id: patientId },
    body: {
      chiefComplaint: "Shortness of breath on exertion",
      pastMedicalHistory: "Hypertension since 2008; diabetes denied",
      familySocialHistory: "Father died of a stroke at 61. Never smoked.",
      medicationsAllergies: "Losartan 100 mg OD. Penicillin: rash in 1994.",
    },
  });
  await makePapers(calls, patientId, today);
  await recordResults(calls, patientId, today);
  await fillLists(calls, patientId);
  await attachResults(calls, patientId, new Date(Date.parse(addDays(today, -2))));
  return patientId;
}

async function attachResults(calls: Calls, patientId: number, date: Date): Promise<void> {
  await calls.setClock(date.toISOString().slice(0, 10), 9);
  const laboratoryFiles = await calls.upload(uploadFiles, [
    ["BNP and troponin I.pdf", await aLabReport("Cardiac markers", patientName, date, heartMarkers)],
    ["Lipid profile, FBS.pdf", await aLabReport("Lipid profile and FBS", patientName, date, lipids)],
    ["CBC.pdf", await aLabReport("Complete blood count", patientName, date, bloodCount)],
  ]);
  const imagingFiles = await calls.upload(uploadFiles, [["Chest X-ray PA.dcm", aChestXray()]]);
  await calls.send(editPatient, {
    params: { id: patientId },
    body: { laboratoryFiles, imagingFiles, admissionStatus: "Admitted", roomNumber: "512-B" },
  });
}
