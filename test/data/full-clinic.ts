import sharp from "sharp";
import { addApiKey } from "#features/api-keys/contract.ts";
import { addCalendarFeed, addDayOff, bookAppointment, noteRecall } from "#features/appointments/contract.ts";
import { addExtraHours } from "#features/appointments/hours-contract.ts";
import { addBill, addPettyCash, addService, closeDayCount, takePayment } from "#features/billing/contract.ts";
import { closeStatement, setDoctorShares } from "#features/billing/statements-contract.ts";
import {
  addAlert,
  addAllergy,
  addMedicine,
  addProblem,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { addCustomField } from "#features/clinics/contract.ts";
import { addAddendum, addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { addExport, cancelExport } from "#features/exports/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { aDicom } from "#features/files/server/dicom/testing-dicom.ts";
import { changeContacts } from "#features/households/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { addImport, mapImport } from "#features/imports/contract.ts";
import { dismissDuplicate, mergePatients } from "#features/merges/contract.ts";
import { addPaper, addPaperTemplate } from "#features/papers/contract.ts";
import { addPatient, editPatient, setPatientPhoto } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { addFavourite, savePrescription } from "#features/prescriptions/contract.ts";
import { addQuickText } from "#features/quick-texts/contract.ts";
import { deleteWithRetention } from "#features/record-copy/server/delete-with-retention.ts";
import { sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { noteReminderConsent } from "#features/reminders/contract.ts";
import { addResult, setResultRange } from "#features/results/contract.ts";
import { saveSignature } from "#features/signatures/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { addDisplayLink, addVisit, addVisitor } from "#features/visits/contract.ts";
import { addWebhook, testWebhook } from "#features/webhooks/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { notifyOwners } from "#server/notifications.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { Stage } from "../app.ts";
import { acceptedBodies } from "./accepted-bodies.ts";
import { aPatientList, aPdf, asMultipart, onePixel } from "./example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "./factories.ts";

/** A closed statement of the owner, whose bill and payment are of a time with several doctors, and a share. */
async function aStatement(app: Stage, { id, owner }: TestClinic): Promise<void> {
  const [practitioner] = await app.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    owner.id,
  ]);
  const practitionerId = Number(practitioner?.id);
  await app.call(setDoctorShares, owner.token, {
    params: { id: practitionerId },
    body: acceptedBodies["PUT /api/doctor-shares/:id"] as object,
  });
  await app.sql(
    `insert into statement_entries (clinic_id, practitioner_id, day, bill_id, line, charged, discount, hmo_due)
     select clinic_id, $2, day, id, 0, charges, charges - due, coalesce(hmo_approved, 0) from bills where clinic_id = $1`,
    [id, practitionerId],
  );
  await app.sql(
    `insert into statement_entries (clinic_id, practitioner_id, day, bill_id, line, payment_id, collected, hmo_part)
     select clinic_id, $2, day, bill_id, 0, id, amount, amount from payments where clinic_id = $1`,
    [id, practitionerId],
  );
  const day = manilaDay(app.app.kit.now());
  await app.call(closeStatement, owner.token, { body: { practitionerId, from: day, to: day } });
}

/** A clinic with a row in every table that a clinic has rows in. */
export async function fullClinic(app: Stage): Promise<TestClinic> {
  const clinic = await aClinic(app);
  const { token } = clinic.owner;
  // Otherwise the owner's changes would be audited as views, which tests make themselves.
  const helper = await aStaffMember(app, clinic, ["edit_patients", "take_payments"]);
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
      diagnoses: [{ words: "Dengue, severity not stated", code: "A97.9" }],
      treatment: "Fluids",
      vitalSigns: { pulse: 80 },
    },
  });
  await app.call(addAddendum, helper.token, {
    params: { id: visit.json().id },
    body: { text: "Platelets 92" },
  });
  await app.call(beginFullHistory, token, { params: { id }, body: { chiefComplaint: "Fever" } });
  await app.call(addFavourite, token, {
    body: { name: "Fever", medications: [{ name: "paracetamol" }] },
  });
  await app.call(saveSignature, token, asMultipart([["a.png", onePixel]], "signature"));
  const prescribed = await app.call(savePrescription, token, {
    params: { id },
    body: {
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "q6h", duration: "3 days" }],
    },
  });
  for (const add of [addAllergy, addProblem, addMedicine, addAlert])
    await app.call(add, helper.token, {
      params: { id },
      body: acceptedBodies[`POST ${add.path}`] as object,
    });
  await app.call(stopPrescribed, helper.token, {
    params: { id },
    body: { prescriptionId: prescribed.json().id, item: 0, stopReason: "Rash" },
  });
  const uploaded = await app.call(uploadFiles, helper.token, asMultipart([["CBC.pdf", aPdf()]]));
  await app.call(editPatient, helper.token, {
    params: { id },
    body: { laboratoryFiles: uploaded.json().files },
  });
  const xray = Buffer.from(aDicom({ rows: 1, columns: 2, values: [0, 1] }));
  const scanned = await app.call(uploadFiles, helper.token, asMultipart([["Chest PA.dcm", xray]]));
  await app.call(editPatient, helper.token, { params: { id }, body: { imagingFiles: scanned.json().files } });
  await app.call(writeReferralLetter, token, {
    params: { id },
    body: { toClinicName: "Dr. Santos", referralReason: "Echocardiography" },
  });
  await app.call(addCustomField, token, { body: { fieldName: "Blood type" } });
  await app.call(addVisit, helper.token, { body: { patientId: id, reason: "Fever" } });
  await app.call(addDisplayLink, token, { body: {} });
  const list = await app.call(addImport, token, asMultipart([["list.csv", aPatientList]], "file"));
  await app.call(mapImport, token, {
    params: { id: list.json().id },
    body: acceptedBodies["PUT /api/imports/:id/mapping"] as object,
  });
  await app.call(addApiKey, token, { body: acceptedBodies["POST /api/api-keys"] as object });
  const webhook = await app.call(addWebhook, token, {
    body: acceptedBodies["POST /api/webhooks"] as object,
  });
  await app.call(testWebhook, token, { params: { id: webhook.json().id } });
  const exported = await app.call(addExport, token, { body: { hasPapers: false } });
  await app.call(cancelExport, token, { params: { id: exported.json().id } });
  await app.call(addQuickText, token, { body: acceptedBodies["POST /api/quick-texts"] as object });
  await app.call(addService, token, { body: acceptedBodies["POST /api/services"] as object });
  const bill = await app.call(addBill, helper.token, {
    body: { ...(acceptedBodies["POST /api/bills"] as object), patientId: id },
  });
  await app.call(takePayment, helper.token, {
    params: { id: bill.json().id },
    body: { method: "cash", amount: "100" },
  });
  await app.call(addPettyCash, helper.token, {
    body: acceptedBodies["POST /api/day-count/petty-cash"] as object,
  });
  await app.call(closeDayCount, token, { body: { counted: "100", note: "Change given twice" } });
  await aStatement(app, clinic);
  const schedule = await aStaffMember(app, clinic, ["manage_schedule"]);
  await app.call(bookAppointment, schedule.token, {
    body: { ...(acceptedBodies["POST /api/appointments"] as object), patientId: id },
  });
  await app.call(noteRecall, schedule.token, {
    body: { ...(acceptedBodies["POST /api/recalls"] as object), patientId: id },
  });
  await app.call(noteReminderConsent, schedule.token, {
    params: { id },
    body: { channel: "email", isGiven: true },
  });
  await app.sql(
    `insert into reminders (clinic_id, patient_id, appointment_id, channel, starts_at, address, next_at, created_at)
     select clinic_id, patient_id, id, 'email', starts_at, 'ana@patient.test', created_at, created_at
     from appointments where clinic_id = $1 and patient_id = $2`,
    [clinic.id, id],
  );
  await app.call(addImmunization, helper.token, {
    params: { id },
    body: acceptedBodies["POST /api/patients/:id/immunizations"] as object,
  });
  await app.call(changeContacts, helper.token, {
    params: { id },
    body: acceptedBodies["PUT /api/patients/:id/contacts"] as object,
  });
  await app.call(addPregnancy, helper.token, {
    params: { id },
    body: acceptedBodies["POST /api/patients/:id/pregnancies"] as object,
  });
  const [practitioner] = await app.sql<{ id: string }>("select id from practitioners where clinic_id = $1", [
    clinic.id,
  ]);
  await app.call(addExtraHours, token, {
    params: { id: Number(practitioner?.id) },
    body: acceptedBodies["POST /api/practitioners/:id/hours"] as object,
  });
  // As of a colleague of before: the owner's own are the places'.
  await app.sql(
    `insert into practitioner_hours (clinic_id, practitioner_id, place_id, hours, updated_at)
     select p.clinic_id, p.id, o.id, o.hours, p.updated_at
     from practitioners p join places o on o.clinic_id = p.clinic_id where p.clinic_id = $1`,
    [clinic.id],
  );
  await app.call(addDayOff, token, { body: acceptedBodies["POST /api/days-off"] as object });
  await app.call(addCalendarFeed, token, { body: {} });
  await app.call(addResult, helper.token, {
    params: { id },
    body: acceptedBodies["POST /api/patients/:id/results"] as object,
  });
  await app.call(setResultRange, token, {
    body: acceptedBodies["PUT /api/clinic/result-ranges"] as object,
  });
  // Another of the same patient that waits for release.
  for (const by of [token, helper.token])
    await app.call(addPaper, by, {
      params: { id },
      body: acceptedBodies["POST /api/patients/:id/papers"] as object,
    });
  await app.call(addPaperTemplate, token, {
    body: acceptedBodies["POST /api/clinic/paper-templates"] as object,
  });
  await app.call(addTask, token, { body: { title: "Renew PTR" } });
  await app.call(addVisitor, token, { body: { name: "Robles, Ana", reason: "Drug representative" } });
  // Only its row: its file's content is tested elsewhere.
  await app.sql(
    `insert into fhir_exports (clinic_id, user_id, types, state, files, created_at)
     select clinic_id, $2, '{Patient}', 'done', jsonb_build_array(jsonb_build_object('type', 'Patient', 'storedAs', stored_as, 'count', 1)),
            uploaded_at
     from files where clinic_id = $1 limit 1`,
    [clinic.id, clinic.owner.id],
  );
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  await app.call(setPatientPhoto, helper.token, {
    params: { id },
    ...asMultipart([["a.png", photo]], "photo"),
  });
  await functionsInScope(handleOf(app, clinic)).value("fileUpgradeRequest", {
    user: clinic.owner.id,
    subject: "Upgrade",
    message: "Please",
    at: app.app.kit.now(),
  });
  await notifyOwners(
    handleOf(app, clinic),
    { title: "Welcome", message: "To your clinic.", cause: "welcome" },
    app.app.kit.now(),
  );
  const archived = await aPatient(app, clinic, { is_archived: true });
  await app.call(mergePatients, token, {
    params: { id: archived },
    body: { otherId: await aPatient(app, clinic, { is_archived: true }) },
  });
  await app.call(dismissDuplicate, token, { body: { patientId: id, otherId: archived } });
  const deleted = await aPatient(app, clinic);
  await deleteWithRetention(handleOf(app, clinic, "patient.delete"), deleted, {
    now: app.app.kit.now(),
    session: { role: "owner", firstName: "Rafael", lastName: "Peñaflor", ownerUserId: null },
  });
  await app.sql(
    "insert into record_history_seals (clinic_id, last_history_id, row_count, hash) values ($1, 1, 1, '\\x00')",
    [clinic.id],
  );
  await app.sql(
    `insert into lettered_queue_counters (clinic_id, place_id, day, letter, count)
     select clinic_id, id, '2026-11-02', 'B', 7 from places where clinic_id = $1 limit 1`,
    [clinic.id],
  );
  await app.sql("insert into files_to_remove values ($1, $2, $3)", [
    clinic.id,
    `${clinic.id}/00/destroyed`,
    app.app.kit.now(),
  ]);
  // Views are written a moment later, which could be after a test's next step.
  await app.app.kit.views?.flush();
  await app.sql("insert into views_noted values ($1, '\\x00', $2)", [clinic.id, app.app.kit.now()]);
  return clinic;
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

/** The clinic as handlers get it, for its owner. */
export const handleOf = (app: Stage, clinic: TestClinic, event = ""): ClinicScope =>
  app.app.kit.databases.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    event,
  });
