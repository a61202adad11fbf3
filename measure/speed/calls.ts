import { addPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { insertPatient } from "#features/patients/server/add-patient.ts";
import { countPatients, listPatients as readPatients } from "#features/patients/server/list-patients.ts";
import { selectionOf } from "#features/patients/server/patient-filter.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { answerSchema } from "#server/http/answer-schema.ts";
import { keepAnswer, takeIdempotencyKey } from "#server/http/idempotency.ts";
import { manilaDay } from "#shared/dates.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import type { FloorCall, Statement } from "./floor/plan.ts";
import type { Recorder } from "./recorder.ts";
import type { SignedIn, TestEnvironment } from "./environment.ts";

/** A call that is measured: the requests of it that are sent in turn, each with what the product asks the database. */
export type Call = {
  endpoint: Endpoint;
  shape: FloorCall["shape"];
  status: number;
  isTransaction?: boolean;
  asked: { request: Request; statements: Statement[]; answering?: number }[];
};

/** Three first letters of a common surname, names with ñ and of two words, common given names, one that is rare. */
export const terms = [
  "san",
  "Santos",
  "peña",
  "Peñaflor",
  "dela cruz",
  "Ybañez Maria",
  "Marilou",
  "Quisumbing",
];

const pageOf = (clinic: ClinicScope, query: { search?: string }) => {
  const selection = selectionOf(query);
  const today = manilaDay(new Date());
  return async () => {
    const rows = await readPatients(clinic, selection, { sort: "newest", limit: 25 }, today);
    if (rows.length > 25) await countPatients(clinic, selection);
  };
};

export async function lists(recorder: Recorder, of: { owner: SignedIn; search?: string }[]): Promise<Call> {
  const asked = [];
  for (const { owner, search } of of) {
    const query = search === undefined ? {} : { search };
    asked.push({
      request: listRequest(owner, search),
      statements: await recorder.read(owner, (clinic) => pageOf(clinic, query)()),
    });
  }
  return { endpoint: listPatients, shape: "list", status: 200, asked };
}

export const newest = ({ owners }: TestEnvironment, recorder: Recorder) =>
  lists(
    recorder,
    owners.map((owner) => ({ owner })),
  );

export const search = ({ owners }: TestEnvironment, recorder: Recorder) =>
  lists(
    recorder,
    owners.flatMap((owner) => terms.map((term) => ({ owner, search: term }))),
  );

const recordRequest = (owner: SignedIn, id: number) =>
  requestFor(onePatient, owner.token, { params: { id } });

/** `each` records of every clinic, newest first, clinic after clinic. */
export async function onePatientOf(
  { owners }: TestEnvironment,
  recorder: Recorder,
  each = 125,
): Promise<Call> {
  const today = manilaDay(new Date());
  const asked = [];
  for (const { owner, id } of recordsOf(owners, each))
    asked.push({
      request: recordRequest(owner, id),
      statements: await recorder.unsent(owner, (clinic) => findPatient(clinic, id, today)),
    });
  return { endpoint: onePatient, shape: "one", status: 200, asked };
}

const recordsOf = (owners: SignedIn[], each: number) =>
  Array.from({ length: each }, (_, n) =>
    owners.flatMap((owner) => {
      const id = owner.patientIds.at(-1 - n);
      return id === undefined ? [] : [{ owner, id }];
    }),
  ).flat();

/** As the form sends it: entered fields alone, a number of its own. */
const newPatient = {
  admissionNo: "B-@@@@@@@@@@",
  hospital: "Makati Medical Center",
  patientName: "Dela Peña, Maria Concepcion Ybañez",
  sex: "F",
  birthday: "1984-03-09",
  contactNumber: "+639171234567",
  address: "14 Sikatuna St., Brgy. Zapatera, Cebu City",
  chiefComplaint: "Fever and cough for three days",
  preopDiagnosis: "Acute bronchitis",
  allergies: "penicillin",
} as const;

const createRequest = (owner: SignedIn, headers: Record<string, string> = {}) =>
  requestFor(addPatient, owner.token, { body: newPatient, headers });

export async function create({ owners }: TestEnvironment, recorder: Recorder): Promise<Call> {
  const asked = [];
  for (const owner of owners) {
    const statements = await recorder.unsent(owner, (clinic) =>
      insertPatient(clinic, newPatient, new Date()),
    );
    const answering = statements.findIndex(isInsert);
    // With no row to answer it goes on to ask for a free number.
    asked.push({
      request: createRequest(owner),
      statements: statements.slice(0, answering + 1).map(numbered),
      answering,
    });
  }
  return { endpoint: addPatient, shape: "one", status: 200, asked };
}

/** As the screens send it: the key that keeps a repeat from registering twice, kept in one transaction with the row. */
export async function createOnce({ owners }: TestEnvironment, recorder: Recorder): Promise<Call> {
  const key = newPatient.admissionNo;
  const act = { endpoint: addPatient, key, path: addPatient.path, body: newPatient };
  const asked = [];
  for (const owner of owners) {
    const statements = await recorder.pretending(owner, owner.patientIds[0] ?? 0, async (clinic) => {
      await takeIdempotencyKey(clinic, act);
      const answer = await insertPatient(clinic, newPatient, new Date());
      await keepAnswer(clinic, act, { status: 200, answer });
    });
    asked.push({
      request: createRequest(owner, { "idempotency-key": key }),
      statements: statements.map(numbered),
      answering: statements.findIndex(isInsert),
    });
  }
  return { endpoint: addPatient, shape: "one", status: 200, isTransaction: true, asked };
}

const isInsert = ({ text }: Statement) => text.includes('insert into "patients"');

/** The number of each request, in place of the one that was recorded. */
const numbered = (statement: Statement): Statement => ({
  ...statement,
  fromBody: statement.values.flatMap((value, place): [number, string][] =>
    value === newPatient.admissionNo ? [[place, "admissionNo"]] : [],
  ),
});

/** Requests alone, where no floor is asked. */
const listRequest = (owner: SignedIn, search?: string) =>
  requestFor(listPatients, owner.token, { query: { limit: "25", ...(search !== undefined && { search }) } });
export const newestOf = (owners: SignedIn[]) => owners.map((owner) => bytesOf(listRequest(owner)));
export const searchesOf = (owners: SignedIn[]) =>
  owners.flatMap((owner) => terms.map((term) => bytesOf(listRequest(owner, term))));

export const recordBytes = (owners: SignedIn[], each: number) =>
  recordsOf(owners, each).map(({ owner, id }) => bytesOf(recordRequest(owner, id)));
export const newPatientsOf = (owners: SignedIn[]) => owners.map((owner) => bytesOf(createRequest(owner)));

export const floorCall = (call: Call): FloorCall => ({
  method: call.endpoint.method as "GET" | "POST",
  shape: call.shape,
  ...schemaOf(call),
  isTransaction: call.isTransaction ?? false,
  asked: call.asked.map(({ statements, answering = 0 }) => ({
    statements,
    answering,
    status: call.status,
    headers: {},
  })),
});

function schemaOf({ endpoint }: Call) {
  const schema = answerSchema(endpoint);
  return schema && { schema };
}

/** A request as bytes, as a client keeps its connection. */
export function bytesOf({ method, url, headers, payload }: Request): Buffer {
  const body = payload === undefined ? "" : JSON.stringify(payload);
  const lines = Object.entries({
    host: "127.0.0.1",
    ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
