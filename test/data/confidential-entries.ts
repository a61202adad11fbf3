import { addMedicine, addProblem, stopPrescribed } from "#features/clinical-lists/contract.ts";
import { type ConfidentialEntry, markConfidential } from "#features/confidential/contract.ts";
import { addAddendum, addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPaper, releasePaper } from "#features/papers/contract.ts";
import { releasePrescription, savePrescription } from "#features/prescriptions/contract.ts";
import { addResult } from "#features/results/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Stage } from "#test/app.ts";
import { nameOf } from "#test/endpoints.ts";
import type { Call } from "#test/request-for.ts";
import { aPdf, asMultipart } from "./example-files.ts";
import type { TestClinic } from "./factories.ts";

/** Contained in every text of a confidential entry; the code is that of its coded diagnosis. */
export const marker = "Zqxwomark";
export const secretCode = "B23.8";

/** The tables that have confidential rows. */
export const entryTables = [
  "consultations",
  "consultation_addenda",
  "consultation_diagnoses",
  "consultation_records",
  "prescriptions",
  "medicine_stops",
  "problems",
  "medicines",
  "results",
  "files",
  "clinic_papers",
  "requested_items",
];

/** The response of a call that must succeed. */
export const sender =
  (app: Stage) =>
  async (endpoint: Endpoint, as: string, call: Call = {}) => {
    const answer = await app.call(endpoint, as, call);
    if (answer.statusCode >= 300) throw new Error(`${nameOf(endpoint)}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };

/** Marks an entry as confidential, or removes the mark. */
export const marking =
  (app: Stage) =>
  (token: string, id: number, entry: ConfidentialEntry, entryId: number, isConfidential = true) =>
    sender(app)(markConfidential, token, {
      params: { id },
      body: { entries: [{ entry, entryId }], isConfidential },
    });

/**
 * One of each kind, with the marker in every text. Changes to the patient's own row are not confidential. `named`: who saw
 * the patient and signs, where the clinic has several doctors and staff write.
 */
export async function writeConfidential(
  app: Stage,
  clinic: TestClinic,
  id: number,
  token: string,
  named: { practitionerId?: number } = {},
) {
  const send = sender(app);
  const params = { id };
  const isConfidential = true;
  const seen = {
    ...named,
    patientId: id,
    chiefComplaint: "Cough",
    diagnosis: "Common cold",
    treatment: "Rest",
  };
  await send(addConsultation, token, { body: seen });
  const words = (field: string) => `${marker} ${field}`;
  const consultation = await send(addConsultation, token, {
    body: {
      ...named,
      patientId: id,
      chiefComplaint: words("complaint"),
      historyOfPresentIllness: words("illness"),
      vitalSigns: { pulse: 77, weight: 61.3, height: 161 },
      physicalExamination: words("examination"),
      diagnosis: words("diagnosis"),
      diagnoses: [{ words: words("coded"), code: secretCode }],
      treatment: words("plan"),
      medications: words("medications"),
      notes: words("notes"),
      followUpDate: "2026-12-20",
      isConfidential,
    },
  });
  await send(addAddendum, token, { params: { id: consultation.id }, body: { text: words("addendum") } });
  const history = await send(beginFullHistory, token, { params, body: { chiefComplaint: words("history") } });
  await marking(app)(token, id, "fullHistory", history.id);
  const medicine = { dosage: "1 tab", frequency: "OD", duration: "30 days" };
  const prescription = await send(savePrescription, token, {
    params,
    body: {
      ...named,
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      diagnosis: words("of the prescription"),
      additionalInstructions: words("instructions"),
      medications: ["dolutegravir", "lamivudine"].map((name) => ({ ...medicine, name: words(name) })),
      isConfidential,
    },
  });
  if (prescription.status === "prepared")
    await send(releasePrescription, clinic.owner.token, { params: { id, rxId: prescription.id } });
  const stop = await send(stopPrescribed, token, {
    params,
    body: { prescriptionId: prescription.id, item: 0, stopReason: words("reason") },
  });
  const problem = await send(addProblem, token, {
    params,
    body: { words: words("problem"), code: secretCode, isConfidential },
  });
  const taken = await send(addMedicine, token, {
    params,
    body: { generic: words("medicine"), dose: words("dose"), isConfidential },
  });
  const { files } = await send(uploadFiles, token, asMultipart([[`${marker}-blot.pdf`, aPdf(marker)]]));
  const result = await send(addResult, token, {
    params,
    body: {
      panel: "electrolytes",
      collectedAt: "2026-11-19",
      values: [{ analyte: "potassium", value: "6.9", unit: "mmol/L" }],
      laboratory: words("laboratory"),
      note: words("result"),
      file: files[0],
      isConfidential,
    },
  });
  const paper = await send(addPaper, token, {
    params,
    body: {
      ...named,
      template: "laboratory_request",
      fields: { tests: ["cbc"], otherTests: words("test"), impression: words("impression") },
      isConfidential,
    },
  });
  if (paper.state === "prepared")
    await send(releasePaper, clinic.owner.token, { params: { id, paperId: paper.id } });
  return {
    patient: id,
    consultationId: consultation.id,
    recordId: history.id,
    rxId: prescription.id,
    medicineStop: stop.id,
    problem: problem.id,
    medicine: taken.id,
    path: files[0],
    resultId: result.id,
    paperId: paper.id,
    itemId: paper.items[0].id,
    code: paper.code,
  };
}
