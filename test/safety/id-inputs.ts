import sharp from "sharp";
import { changeCustomField } from "#features/clinics/contract.ts";
import {
  addConsultation,
  beginFullHistory,
  reopenConsultation,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { previewMerge } from "#features/merges/contract.ts";
import { addPatient, editPatient, retrievePatient } from "#features/patients/contract.ts";
import { releasePrescription } from "#features/prescriptions/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addTask, changeTask } from "#features/tasks/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Answer, Stage } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import type { Call } from "#test/request-for.ts";
import {
  nobodysId,
  nobodysPath,
  paramsFor,
  queryOf,
  type SeededClinic,
  tokenOfClinic,
} from "#test/safety/seeded-records.ts";

type Records = SeededClinic["records"];

/** A place where a caller names a record: one place of a path, or one part of a body. */
export type Input = { name: string; endpoint: Endpoint; call: (own: Records, named: Records) => Call };

export const nobodysRecords = (records: Records): Records =>
  Object.fromEntries(Object.keys(records).map((key) => [key, key === "path" ? nobodysPath : nobodysId]));

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#3a3" } })
  .png()
  .toBuffer();

const withPlaces = endpoints.filter(
  (endpoint) => placesOf(endpoint).length > 0 && endpoint.access !== "admin",
);

export const inPaths: Input[] = withPlaces.flatMap((endpoint) =>
  placesOf(endpoint).map((place) => ({
    name: `${nameOf(endpoint)} by ${place}`,
    endpoint,
    call: (own, named) => ({
      params: { ...paramsFor(endpoint, own), [place]: paramsFor(endpoint, named)[place] ?? nobodysId },
      query: queryOf(endpoint, own),
      ...(endpoint.body && { body: acceptedBodies[nameOf(endpoint)] ?? {} }),
      ...(endpoint.upload && asMultipart([["a.png", picture]], endpoint.upload.field)),
    }),
  })),
);

export const aVisit = { chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" };
export const somebody = { hospital: "Makati Medical Center", patientName: "Reyes, Ana", sex: "F" };

export const inBodies: Input[] = [
  {
    name: "GET /api/patients/:id/merge by otherId",
    endpoint: previewMerge,
    call: ({ child }, { patient }) => ({
      params: { id: Number(child) },
      query: { otherId: String(patient) },
    }),
  },
  {
    name: "POST /api/consultations by patientId",
    endpoint: addConsultation,
    call: (_, { patient }) => ({ body: { ...aVisit, patientId: patient } }),
  },
  {
    name: "POST /api/tasks by assignedToId",
    endpoint: addTask,
    call: (_, { staff }) => ({ body: { title: "Call the laboratory", assignedToId: staff } }),
  },
  {
    name: "PATCH /api/tasks/:id by assignedToId",
    endpoint: changeTask,
    call: ({ task }, { staff }) => ({ params: { id: task ?? 0 }, body: { assignedToId: staff } }),
  },
  ...(["laboratoryFiles", "imagingFiles", "otherFiles"] as const).flatMap((list): Input[] => [
    {
      name: `PATCH /api/patients/:id by ${list}`,
      endpoint: editPatient,
      call: ({ patient }, { path }) => ({ params: { id: patient ?? 0 }, body: { [list]: [path] } }),
    },
    {
      name: `POST /api/patients by ${list}`,
      endpoint: addPatient,
      call: (_, { path }) => ({ body: { ...somebody, admissionNo: `I-${list}`, [list]: [path] } }),
    },
  ]),
];

/** What some acts need that a clinic at work does not have at every moment. */
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
  if (endpoint === beginFullHistory) return { ...records, patient: await aPatient(stage, { id }) };
  if (endpoint === releasePrescription)
    await stage.sql(
      `with event as materialized (select set_config('app.event', 'prescription.create', true))
       update prescriptions set status = 'prepared', released_at = null, released_by_id = null from event where id = $1`,
      [records.rxId],
    );
  // The user who continues a colleague's draft is recorded, not every autosave.
  if (endpoint === writeFullHistory)
    await stage.sql(
      `with event as materialized (select set_config('app.event', 'fullHistory.write', true))
       update consultation_records set written_by_id = $2 from event where id = $1`,
      [records.recordId, records.staff],
    );
  const change = columnsBefore.get(endpoint);
  if (change)
    await stage.sql(
      `with event as materialized (select set_config('app.event', 'patient.update', true))
       update patients set ${change} from event where id = $1`,
      [records.patient],
    );
  return records;
}

/** What the patient is before an act, so that it changes something. */
const columnsBefore = new Map<Endpoint, string>([
  [retrievePatient, "is_archived = true"],
  [reopenConsultation, "consultation_status = 'completed'"],
  [changeCustomField, `custom_fields = '{"Blood type": "O+"}'`],
]);

/** One's own records in its places, present as the act needs them. */
export async function askOwn(stage: Stage, input: Input, own: SeededClinic): Promise<Answer> {
  const records = await presentFor(stage, input, own);
  const sent = input.call(records, records);
  if (input.endpoint === sendReferral)
    sent.body = { toClinicId: (await aClinic(stage)).id, referralReason: "Echocardiography" };
  return stage.call(input.endpoint, tokenOfClinic(input.endpoint, own), sent);
}
