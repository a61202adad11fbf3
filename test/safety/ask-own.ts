import {
  addAlert,
  addAllergy,
  addMedicine,
  addProblem,
  sayNoKnownAllergies,
  splitAllergyText,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { changeCustomField } from "#features/clinics/contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import {
  addConsultation,
  beginFullHistory,
  reopenConsultation,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { cancelExport, linkExport } from "#features/exports/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { changeRelation, linkHousehold } from "#features/households/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { changeImportRow, decideImport, runImport, takeBackImport } from "#features/imports/contract.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { editPatient, retrievePatient } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import {
  releasePrescription,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Answer, Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { nameOf } from "#test/endpoints.ts";
import type { Input } from "./id-inputs.ts";
import { type SeededClinic, tokenOfClinic } from "./seeded-records.ts";

type Records = SeededClinic["records"];

/** What they record or begin must not exist yet. */
const onNewPatient = new Set<Endpoint>([
  beginFullHistory,
  addAlert,
  addAllergy,
  addImmunization,
  addMedicine,
  addPregnancy,
  addProblem,
  sayNoKnownAllergies,
]);

/** Columns of the patient before an act, so that the act changes something. */
const patientBefore = new Map<Endpoint, string>([
  [retrievePatient, "is_archived = true"],
  [reopenConsultation, "consultation_status = 'completed'"],
  [changeCustomField, `custom_fields = '{"Blood type": "O+"}'`],
]);

const isChecked = ({ import: id }: Records): [string, typeof id] => [
  "update imports set state = 'checked', leased_until = null where id = $1",
  id,
];

const isPrepared = ({ rxId }: Records): [string, typeof rxId] => [
  `with event as materialized (select set_config('app.event', 'prescription.create', true))
   update prescriptions set status = 'prepared', released_at = null, released_by_id = null,
                            withdrawn_at = null, withdrawn_by_id = null, withdraw_reason = null
   from event where id = $1`,
  rxId,
];

/** Columns of a row before an act. */
const rowBefore = new Map<Endpoint, (records: Records) => [text: string, id: string | number | undefined]>([
  [cancelExport, ({ export: id }) => ["update exports set state = 'waiting' where id = $1", id]],
  [
    linkExport,
    ({ export: id }) => [
      "update exports set state = 'ready', stored_as = 'made', ready_at = now(), expires_at = now() + interval '1 day' where id = $1",
      id,
    ],
  ],
  [changeImportRow, isChecked],
  [decideImport, isChecked],
  [runImport, isChecked],
  [
    takeBackImport,
    ({ import: id }) => ["update imports set state = 'done', ran_at = now() where id = $1", id],
  ],
  [releasePrescription, isPrepared],
  [withdrawPrescription, isPrepared],
]);

/** What some acts need and a clinic does not always have. */
async function presentFor(
  stage: Stage,
  { endpoint, name }: Input,
  { owner, id, records }: SeededClinic,
): Promise<Records> {
  if (name.endsWith("Files")) {
    const sent = asMultipart([["CBC.pdf", aPdf(name)]]);
    const uploaded = await stage.call(uploadFiles, owner.token, sent);
    return { ...records, path: uploaded.json().files[0] };
  }
  if (onNewPatient.has(endpoint)) return { ...records, patient: await aPatient(stage, { id }) };
  if (endpoint === splitAllergyText) {
    const patient = await aPatient(stage, { id });
    const body = { allergies: "Shrimp, crab" };
    await stage.call(editPatient, owner.token, { params: { id: patient }, body });
    const [text] = await stage.sql<{ id: string }>("select id from allergies where patient_id = $1", [
      patient,
    ]);
    return { ...records, patient, allergyText: Number(text?.id) };
  }
  // The user who continues a colleague's draft is recorded, not every autosave.
  if (endpoint === writeFullHistory)
    await stage.sql(
      `with event as materialized (select set_config('app.event', 'fullHistory.write', true))
       update consultation_records set written_by_id = $2 from event where id = $1`,
      [records.recordId, records.staff],
    );
  if (endpoint === changeRelation)
    await stage.call(linkHousehold, owner.token, {
      params: { id: records.patient ?? 0 },
      body: { patientId: records.child },
    });
  const row = rowBefore.get(endpoint)?.(records);
  if (row) await stage.sql(row[0], [row[1]]);
  const change = patientBefore.get(endpoint);
  if (change)
    await stage.sql(
      `with event as materialized (select set_config('app.event', 'patient.update', true))
       update patients set ${change} from event where id = $1`,
      [records.patient],
    );
  return records;
}

/** Fields that a body needs beside the path. */
async function bodyFor(
  stage: Stage,
  endpoint: Endpoint,
  own: Pick<SeededClinic, "id" | "owner">,
  { patient = 0, child }: Records,
): Promise<object | null> {
  const body = acceptedBodies[nameOf(endpoint)] as object;
  const made = async (add: Endpoint) =>
    (
      await stage.call(add, own.owner.token, {
        params: { id: patient },
        body: { ...(acceptedBodies[nameOf(add)] as object), ...(add === addProblem && { words: "Asthma" }) },
      })
    ).json().id;
  if (endpoint === sendReferral)
    return { toClinicId: (await aClinic(stage)).id, referralReason: "Echocardiography" };
  if (endpoint === stopPrescribed) return { ...body, prescriptionId: await made(savePrescription) };
  if (endpoint === markConfidential)
    return { ...body, entries: [{ entry: "problem", entryId: await made(addProblem) }] };
  if (endpoint === markEntry) {
    const note = { ...(acceptedBodies[nameOf(addConsultation)] as object), patientId: patient };
    const written = await stage.call(addConsultation, own.owner.token, { body: note });
    return { ...body, entryId: written.json().id };
  }
  if (endpoint === linkHousehold) return { ...body, patientId: child };
  if (endpoint === mergePatients) return { otherId: await aPatient(stage, own) };
  return null;
}

/** Path parameters with the caller's own records, in the state that the act needs. */
export async function askOwn(stage: Stage, input: Input, own: SeededClinic): Promise<Answer> {
  const records = await presentFor(stage, input, own);
  const sent = input.call(records, records);
  const body = await bodyFor(stage, input.endpoint, own, records);
  return stage.call(input.endpoint, tokenOfClinic(input.endpoint, own), { ...sent, ...(body && { body }) });
}
