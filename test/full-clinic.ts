import sharp from "sharp";
import { addCustomField } from "#features/clinics/contract.ts";
import { addAddendum, addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, editPatient, setPatientPhoto } from "#features/patients/contract.ts";
import { sealPatient } from "#features/patients/server/seal-patient.ts";
import { addFavourite, savePrescription } from "#features/prescriptions/contract.ts";
import { sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { narrowRows } from "#features/referrals/server/narrow-rows.ts";
import { addTask } from "#features/tasks/contract.ts";
import type { Clinic } from "#server/db.ts";
import type { Kit } from "#server/kit.ts";
import { tellOwners } from "#server/notifications.ts";
import type { Stage } from "./app.ts";
import { aPdf, asMultipart } from "./example-files.ts";
import { aClinic, aPatient, type TestClinic } from "./factories.ts";

/** A clinic with a row in every table a clinic has rows in. */
export async function fullClinic(app: Stage): Promise<TestClinic> {
  const clinic = await aClinic(app);
  const { token } = clinic.owner;
  const made = await app.call(addPatient, token, {
    body: {
      admissionNo: "20261120-001",
      hospital: "Makati Medical Center",
      patientName: "Reyes, Ana",
      sex: "F",
      admissionStatus: "Admitted",
      surgicalProcedure: "Appendectomy",
      dateOfAdmission: "2026-11-20",
      amount: "100",
    },
    headers: { "idempotency-key": "once" },
  });
  const { id } = made.json();
  const visit = await app.call(addConsultation, token, {
    body: {
      patientId: id,
      chiefComplaint: "Fever",
      diagnosis: "Dengue",
      treatment: "Fluids",
      vitalSigns: { pulse: 80 },
    },
  });
  await app.call(addAddendum, token, { params: { id: visit.json().id }, body: { text: "Platelets 92" } });
  await app.call(beginFullHistory, token, { params: { id }, body: { chiefComplaint: "Fever" } });
  await app.call(addFavourite, token, {
    body: { name: "Fever", medications: [{ name: "paracetamol" }] },
  });
  await app.call(savePrescription, token, {
    params: { id },
    body: {
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "q6h", duration: "3 days" }],
    },
  });
  const uploaded = await app.call(uploadFiles, token, asMultipart([["CBC.pdf", aPdf()]]));
  await app.call(editPatient, token, { params: { id }, body: { laboratoryFiles: uploaded.json().files } });
  await app.call(writeReferralLetter, token, {
    params: { id },
    body: { toClinicName: "Dr. Santos", referralReason: "Echocardiography" },
  });
  await app.call(addCustomField, token, { body: { fieldName: "Blood type" } });
  await app.call(addTask, token, { body: { title: "Renew PTR" } });
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  await app.call(setPatientPhoto, token, { params: { id }, ...asMultipart([["a.png", photo]], "photo") });
  await narrowRows(handleOf(app, clinic), "file_upgrade_request", [
    clinic.owner.id,
    "Upgrade",
    "Please",
    app.app.kit.now(),
  ]);
  await tellOwners(
    handleOf(app, clinic),
    { title: "Welcome", message: "To your clinic.", cause: "welcome" },
    app.app.kit.now(),
  );
  await aPatient(app, clinic, { is_archived: true });
  const deleted = await aPatient(app, clinic);
  await sealPatient(handleOf(app, clinic, "patient.delete"), deleted, {
    now: app.app.kit.now(),
    ownerUserId: null,
  });
  await app.sql(
    "insert into record_history_seals (clinic_id, last_history_id, row_count, hash) values ($1, 1, 1, '\\x00')",
    [clinic.id],
  );
  await viewNoted(app, clinic);
  await app.sql("insert into views_noted values ($1, '\\x00', $2)", [clinic.id, app.app.kit.now()]);
  return clinic;
}

/** Waits for what the changes above showed to be written, so that no row comes after the clinic is complete. */
async function viewNoted(app: Stage, { owner }: TestClinic): Promise<void> {
  // A Klinika in a process of its own writes it within a second by itself.
  await (app.app.kit as Partial<Kit>).views?.flush();
  for (let waited = 0; waited < 10_000; waited += 50) {
    const rows = await app.sql(
      "select 1 from record_history where user_id = $1 and event = 'patient.view' limit 1",
      [owner.id],
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The view was never noted.");
}

export async function anActivePatient(app: Stage, clinic: TestClinic): Promise<number> {
  const [row] = await app.sql<{ id: string }>(
    "select id from patients where clinic_id = $1 and not is_archived limit 1",
    [clinic.id],
  );
  return Number(row?.id);
}

export async function refer(app: Stage, from: TestClinic, to: TestClinic): Promise<number> {
  const sent = await app.call(sendReferral, from.owner.token, {
    params: { id: await anActivePatient(app, from) },
    body: { toClinicId: to.id, referralReason: "Echocardiography" },
  });
  return sent.json().id;
}

/** The clinic as the application's handlers get it, in its owner's hands. */
export const handleOf = (app: Stage, clinic: TestClinic, event = ""): Clinic =>
  app.app.kit.databases.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    event,
  });
