import { addPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { insertPatient } from "#features/patients/server/add-patient.ts";
import { countPatients, listPatients as readPatients } from "#features/patients/server/list-patients.ts";
import { selectionOf } from "#features/patients/server/patient-filter.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import { answerSchema } from "#server/answer-schema.ts";
import type { Clinic } from "#server/db.ts";
import { manilaDay } from "#shared/dates.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import type { FloorCall, Statement } from "./floor/plan.ts";
import type { Ground, SignedIn } from "./ground.ts";
import type { Recorder } from "./recorder.ts";

/** A call that is measured: the requests of it that are sent in turn, each with what the product asks the database. */
export type Call = {
  endpoint: Endpoint;
  shape: FloorCall["shape"];
  status: number;
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

const pageOf = (clinic: Clinic, query: { search?: string }) => {
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

export const newest = ({ owners }: Ground, recorder: Recorder) =>
  lists(
    recorder,
    owners.map((owner) => ({ owner })),
  );

export const search = ({ owners }: Ground, recorder: Recorder) =>
  lists(
    recorder,
    owners.flatMap((owner) => terms.map((term) => ({ owner, search: term }))),
  );

/** `each` records of every clinic, newest first, clinic after clinic. */
export async function onePatientOf({ owners }: Ground, recorder: Recorder, each = 125): Promise<Call> {
  const today = manilaDay(new Date());
  const asked = [];
  for (let n = 1; n <= each; n += 1)
    for (const owner of owners) {
      const id = owner.patientIds.at(-n) ?? 0;
      asked.push({
        request: requestFor(onePatient, owner.token, { params: { id } }),
        statements: await recorder.unsent(owner, (clinic) => findPatient(clinic, id, today)),
      });
    }
  return { endpoint: onePatient, shape: "one", status: 200, asked };
}

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

export async function create({ owners }: Ground, recorder: Recorder): Promise<Call> {
  const asked = [];
  for (const owner of owners) {
    const statements = await recorder.unsent(owner, (clinic) =>
      insertPatient(clinic, newPatient, new Date()),
    );
    const answering = statements.findIndex(({ text }) => text.includes('insert into "patients"'));
    // With no row to answer it goes on to ask for a free number.
    statements.splice(answering + 1);
    for (const statement of statements)
      statement.fromBody = statement.values.flatMap((value, place): [number, string][] =>
        value === newPatient.admissionNo ? [[place, "admissionNo"]] : [],
      );
    asked.push({ request: requestFor(addPatient, owner.token, { body: newPatient }), statements, answering });
  }
  return { endpoint: addPatient, shape: "one", status: 200, asked };
}

/** Requests alone, where no floor is asked. */
const listRequest = (owner: SignedIn, search?: string) =>
  requestFor(listPatients, owner.token, { query: { limit: "25", ...(search !== undefined && { search }) } });
export const newestOf = (owners: SignedIn[]) => owners.map((owner) => bytesOf(listRequest(owner)));
export const searchesOf = (owners: SignedIn[]) =>
  owners.flatMap((owner) => terms.map((term) => bytesOf(listRequest(owner, term))));

export const floorCall = (call: Call): FloorCall => ({
  method: call.endpoint.method as "GET" | "POST",
  shape: call.shape,
  ...schemaOf(call),
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
