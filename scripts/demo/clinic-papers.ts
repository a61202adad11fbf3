import { addPaper, addPaperTemplate, withdrawPaper } from "#features/papers/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

/** A template of the clinic, and the papers of a patient with heart failure over some months. */
export async function makePapers(calls: Calls, patientId: number, today: string): Promise<void> {
  const params = { id: patientId };
  const add = (template: string, fields: object) =>
    calls.send(addPaper, { params, body: { template, fields } });
  await calls.setClock(addDays(today, -150), 11);
  const travel = await calls.send(addPaperTemplate, {
    body: {
      name: "Travel by air",
      title: "Certificate of Fitness to Travel",
      body: `This is to certify that {patient}, {age}, {sex}, was examined in this clinic on {date} and found fit to travel by air from {from} to {to}.

Diagnosis: {diagnosis}

Remarks: {remarks}`,
    },
  });
  await calls.setClock(addDays(today, -98), 11);
  await add("medical_certificate", {
    diagnosis: "Hypertensive heart disease with congestive heart failure",
    days: 5,
    purpose: "the school where she teaches",
  });
  await calls.setClock(addDays(today, -63), 11);
  const wrong = await add(String(travel.id), {
    diagnosis: "Heart failure, compensated",
    from: addDays(today, -40),
    to: addDays(today, -33),
  });
  await calls.send(withdrawPaper, {
    params: { ...params, paperId: Number(wrong.id) },
    body: { reason: "The flight was moved to another week" },
  });
  await calls.setClock(addDays(today, -6), 11);
  await add("laboratory_request", {
    tests: ["cbc", "creatinine", "sodium", "potassium", "hba1c", "lipids", "urinalysis", "tsh"],
    impression: "Heart failure with reduced ejection fraction",
    fasting: "10",
  });
  await add("imaging_request", {
    tests: ["chest_pa", "ecg", "echo"],
    impression: "Heart failure with reduced ejection fraction, improving",
    remarks: "Compare with the echo of June.",
  });
}
