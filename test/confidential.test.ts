import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toJSONSchema } from "zod/v4/core";
import { addMedicine, addProblem, medicines, problems } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { consultationPdf, fullHistories, patientConsultations } from "#features/consultations/contract.ts";
import { searchDiagnoses } from "#features/diagnoses/contract.ts";
import { patientFiles, viewFile } from "#features/files/contract.ts";
import { paperPdf, patientPapers } from "#features/papers/contract.ts";
import { listPatients, onePatient } from "#features/patients/contract.ts";
import { patientPrescriptions, prescriptionPdf } from "#features/prescriptions/contract.ts";
import { diagnosisFigures } from "#features/reports/contract.ts";
import { patientResults } from "#features/results/contract.ts";
import { visitTimeline } from "#features/timeline/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { permissions } from "#shared/permissions.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { acceptedBodies, requiredQueries } from "./data/accepted-bodies.ts";
import { entryTables, marker, secretCode, sender, writeConfidential } from "./data/confidential-entries.ts";
import { aPng, asMultipart } from "./data/example-files.ts";
import { aDoctor, anAdmin, aPatient, aSession, aStaffMember, type TestUser } from "./data/factories.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { wordsOf } from "./pdf-text.ts";
import { paramsFor, type SeededClinic, seededClinic } from "./safety/seeded-records.ts";

let app: TestApp;
let send: ReturnType<typeof sender>;
let own: SeededClinic;
let writer: TestUser;
let other: TestUser;
let patientId: number;
let records: SeededClinic["records"];
type Caller = { name: string; token: string };
/** Everybody else who is signed in. */
let others: Caller[];
/** What a doctor wrote, and everybody else who may do most. */
let ofDoctor: { patientId: number; records: SeededClinic["records"]; others: Caller[] };

beforeAll(async () => {
  app = await startTestApp();
  send = sender(app);
  own = await seededClinic(app);
  writer = await aStaffMember(app, own, permissions);
  other = await aStaffMember(app, own, permissions);
  patientId = await aPatient(app, own, { patient_name: "Abad, Corazon", birthday: "1990-02-03" });
  records = { ...own.records, ...(await writeConfidential(app, own, patientId, writer.token)) };
  const helper = await aStaffMember(app, own, permissions);
  const clinic = await seededClinic(app);
  const theirs = await aPatient(app, clinic, { patient_name: "Uy, Ramon", birthday: "1988-07-09" });
  const doctor = await aDoctor(app, clinic);
  ofDoctor = {
    patientId: theirs,
    records: { ...clinic.records, ...(await writeConfidential(app, clinic, theirs, doctor.token)) },
    others: [
      { name: "the owner", token: clinic.owner.token },
      { name: "another doctor", token: (await aDoctor(app, clinic, { firstName: "Jun" })).token },
      { name: "staff with every right", token: (await aStaffMember(app, clinic, permissions)).token },
    ],
  };
  others = [
    { name: "staff with every right", token: other.token },
    { name: "the platform admin", token: (await anAdmin(app)).token },
    {
      name: "the owner in staff mode",
      token: await aSession(app, helper.id, { ownerToken: await aSession(app, own.owner.id) }),
    },
    { name: "staff who see records alone", token: (await aStaffMember(app, own, ["view_patients"])).token },
    { name: "staff who edit records alone", token: (await aStaffMember(app, own, ["edit_patients"])).token },
    { name: "staff who see reports alone", token: (await aStaffMember(app, own, ["view_reports"])).token },
  ];
});
afterAll(() => app.close());

/** Everything that is sent: headers and text, for a PDF the printed text. */
async function sentBy(answer: Answer): Promise<string> {
  const isPdf = String(answer.headers["content-type"]).startsWith("application/pdf");
  const text = isPdf && answer.statusCode === 200 ? await wordsOf(answer.rawPayload) : answer.body;
  return JSON.stringify(answer.headers) + text;
}

/** Every request that could find the entries by their words, or name them in a file. */
const ways: Record<string, string>[] = [
  {},
  { search: marker },
  { search: secretCode },
  { diagnosis: marker },
  { limit: "50" },
  { archived: "true" },
  { period: "all" },
];

/** Ids of another patient, or of none. */
const aboutOthers = new Set(["GET /api/patients/:id/growth.pdf"]);

const reads = endpoints
  .filter(({ method }) => method === "GET")
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

const namesOf = ({ query }: Endpoint) =>
  Object.keys(query ? (toJSONSchema(query, { unrepresentable: "any" }).properties ?? {}) : {});
const waysFor = (endpoint: Endpoint) =>
  ways
    .filter((way) => Object.keys(way).every((name) => namesOf(endpoint).includes(name)))
    // The console logs what an admin searched for.
    .filter(({ search }) => search === undefined || endpoint.access !== "admin");

describe.each([
  ["what staff wrote", () => ({ patientId, records, others })],
  ["what a doctor wrote", () => ofDoctor],
] as const)("of %s, to others", (_, scene) => {
  test.each(reads)("%s reveals nothing", async (name, endpoint) => {
    const { patientId, records, others } = scene();
    const params = { ...paramsFor(endpoint, records), ...(aboutOthers.has(name) && { id: patientId }) };
    for (const { name: caller, token } of others)
      for (const way of waysFor(endpoint)) {
        const answer = await app.call(endpoint, token, {
          params,
          query: { ...requiredQueries[name], ...way },
        });
        expect(answer.statusCode, `${caller}: ${answer.body}`).toBeLessThan(500);
        const sent = await sentBy(answer);
        expect(sent, `${caller} ${JSON.stringify(way)}`).not.toContain(marker);
        // The response may repeat the caller's own search words.
        if (!way.search) expect(sent, `${caller} ${JSON.stringify(way)}`).not.toContain(secretCode);
      }
  });
});

/** Reads that show an entry to those who may see it. */
const mainReads: [endpoint: Endpoint, holds: string[]][] = [
  [
    patientConsultations,
    ["complaint", "illness", "examination", "diagnosis", "coded", "plan", "medications", "notes", "addendum"],
  ],
  [
    visitTimeline,
    ["complaint", "illness", "examination", "diagnosis", "coded", "plan", "medications", "notes", "addendum"],
  ],
  [fullHistories, ["history"]],
  [patientPrescriptions, ["dolutegravir", "of the prescription", "instructions"]],
  [problems, ["problem"]],
  [medicines, ["medicine", "dose", "dolutegravir", "lamivudine"]],
  [patientResults, ["laboratory", "result"]],
  [patientFiles, []],
  [patientPapers, ["test", "impression"]],
  [summary, ["problem", "medicine", "plan", "test"]],
  [consultationPdf, ["complaint", "plan", "addendum"]],
  [prescriptionPdf, ["dolutegravir", "instructions"]],
  [paperPdf, ["test"]],
];

describe("the owner and the author", () => {
  test.each(mainReads.map((one) => [nameOf(one[0]), ...one] as const))(
    "%s shows it",
    async (_, endpoint, holds) => {
      for (const token of [own.owner.token, writer.token]) {
        const answer = await app.call(endpoint, token, { params: paramsFor(endpoint, records) });
        expect(answer.statusCode, answer.body).toBe(200);
        const sent = await sentBy(answer);
        expect(sent).toContain(marker);
        for (const word of holds) expect(sent).toContain(`${marker} ${word}`);
      }
    },
  );

  test("no list shows it, not even theirs: the patient's diagnosis, complaint and file lists omit it", async () => {
    for (const token of [own.owner.token, writer.token]) {
      const patient = await send(onePatient, token, { params: { id: patientId } });
      expect(patient).toMatchObject({
        diagnosis: "Common cold",
        chiefComplaint: "Cough",
        laboratoryFiles: [],
        followUpDate: "2026-12-20",
      });
      expect(await send(listPatients, token, { query: { search: marker } })).toEqual([]);
      expect(await send(searchDiagnoses, token, { query: { search: marker } })).toEqual([]);
    }
  });

  test("only they see it counted", async () => {
    const total = async (token: string) =>
      (await app.call(patientConsultations, token, { params: { id: patientId }, query: { limit: "5" } }))
        .headers["x-total-count"];
    expect([await total(own.owner.token), await total(writer.token), await total(other.token)]).toEqual([
      "2",
      "2",
      "1",
    ]);
    const coded = async (token: string) =>
      JSON.stringify(await send(diagnosisFigures, token, { query: { period: "all" } })).includes(secretCode);
    expect([await coded(own.owner.token), await coded(writer.token), await coded(other.token)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("only they can open its file", async () => {
    const open = (token: string) => app.call(viewFile, token, { params: { path: String(records.path) } });
    expect((await open(own.owner.token)).statusCode).toBe(200);
    expect((await open(writer.token)).statusCode).toBe(200);
    expect((await open(other.token)).statusCode).toBe(404);
  });
});

describe("a change by others", () => {
  const changes = endpoints
    .filter(
      ({ method, path }) =>
        method !== "GET" &&
        (path.startsWith("/api/patients/:id/") || path.startsWith("/api/consultation")) &&
        !path.endsWith("archive"),
    )
    .map((endpoint) => [nameOf(endpoint), endpoint] as const);

  test.each(changes)("%s answers and changes nothing of a confidential entry", async (name, endpoint) => {
    const before = await entriesOf(patientId);
    for (const { name: caller, token } of others) {
      const answer = await app.call(endpoint, token, {
        params: paramsFor(endpoint, records),
        ...(endpoint.body && { body: bodyFor(name) }),
        ...(endpoint.upload && asMultipart([["a.png", aPng()]], endpoint.upload.field)),
      });
      expect(answer.statusCode, `${caller}: ${answer.body}`).toBeLessThan(500);
      expect(await sentBy(answer), caller).not.toContain(marker);
    }
    expect(await entriesOf(patientId)).toEqual(before);
  });

  const bodyFor = (name: string): object => {
    const body = acceptedBodies[name] as object;
    if (name === "PUT /api/patients/:id/confidential")
      return { entries: [{ entry: "problem", entryId: records.problem }], isConfidential: false };
    if (name === "PUT /api/patients/:id/entered-in-error")
      return { ...body, entryId: records.consultationId };
    if (name === "POST /api/patients/:id/medicine-stops") return { ...body, prescriptionId: records.rxId };
    return "patientId" in body ? { ...body, patientId } : body;
  };

  test("the same words are no duplicate, which would reveal them", async () => {
    for (const [endpoint, body] of [
      [addProblem, { words: `${marker} problem` }],
      [addMedicine, { generic: `${marker} medicine` }],
    ] as const) {
      const params = { id: patientId };
      expect((await app.call(endpoint, other.token, { params, body })).statusCode).toBe(200);
      expect((await app.call(endpoint, writer.token, { params, body })).statusCode).toBe(409);
    }
    await app.sql(
      "delete from problems where clinic_id = $1 and patient_id = $2 and confidential_to_id is null",
      [own.id, patientId],
    );
    await app.sql(
      "delete from medicines where clinic_id = $1 and patient_id = $2 and confidential_to_id is null",
      [own.id, patientId],
    );
  });
});

/** The stored confidential rows of a patient. */
async function entriesOf(id: number) {
  const rows: Record<string, object[]> = {};
  for (const table of entryTables)
    rows[table] = await app.sql(
      `select to_jsonb(t) as row from ${table} t
       where clinic_id = $1 and patient_id = $2 and confidential_to_id is not null order by id`,
      [own.id, id],
    );
  expect(Object.values(rows).every(({ length }) => length > 0)).toBe(true);
  return rows;
}
