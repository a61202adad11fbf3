import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toJSONSchema } from "zod/v4/core";
import { addApiKey } from "#features/api-keys/contract.ts";
import { addMedicine, addProblem, stopPrescribed } from "#features/clinical-lists/contract.ts";
import {
  addConsultation,
  beginFullHistory,
  recordVitals,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPaper } from "#features/papers/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { addResult } from "#features/results/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { permissions } from "#shared/permissions.ts";
import { type Answer, startOwnApp, type TestApp } from "./app.ts";
import { requiredQueries } from "./data/accepted-bodies.ts";
import { marker, marking, secretCode, sender } from "./data/confidential-entries.ts";
import { aPdf, asMultipart } from "./data/example-files.ts";
import { aStaffMember, type TestUser } from "./data/factories.ts";
import { endpoints, nameOf } from "./endpoints.ts";
import { wordsOf } from "./pdf-text.ts";
import { paramsFor, type SeededClinic, seededClinic } from "./safety/seeded-records.ts";

let app: TestApp;
let own: SeededClinic;
let writer: TestUser;
/** The last responses to each caller. */
const before = new Map<string, Map<string, string>>();
let callers: { name: string; token: string }[];

beforeAll(async () => {
  app = await startOwnApp();
  own = await seededClinic(app);
  writer = await aStaffMember(app, own, permissions);
  callers = [
    { name: "staff with every right", token: (await aStaffMember(app, own, permissions)).token },
    { name: "staff who see records alone", token: (await aStaffMember(app, own, ["view_patients"])).token },
    { name: "staff who edit records alone", token: (await aStaffMember(app, own, ["edit_patients"])).token },
    { name: "staff who see reports alone", token: (await aStaffMember(app, own, ["view_reports"])).token },
    { name: "a program with a key", token: await aKey() },
  ];
  const send = sender(app);
  const params = { id: own.records.recordId as number };
  await send(writeFullHistory, own.owner.token, {
    params,
    body: { chiefComplaint: "Cough", status: "finished" },
  });
  // A visit was recorded before, as the front desk sees it.
  await send(recordVitals, own.owner.token, {
    params: { id: own.records.patient as number },
    body: { vitalSigns: { pulse: 80 } },
  });
  for (const { name, token } of callers) before.set(name, await responsesTo(token));
});
afterAll(() => app.close());

/** Reads as the owner, who made the entry. */
const aKey = async (): Promise<string> =>
  (
    await app.call(addApiKey, own.owner.token, {
      body: { name: "Reads all", scopes: "all", expiresAt: "2027-06-30" },
    })
  ).json().key;

/** Ignored differences: seconds, random names, and counts of the callers' own requests. */
const ofEachAnswer = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"]);

async function sentBy(answer: Answer): Promise<string> {
  const isPdf = String(answer.headers["content-type"]).startsWith("application/pdf");
  const text = isPdf && answer.statusCode === 200 ? await wordsOf(answer.rawPayload) : answer.body;
  const headers = Object.entries(answer.headers).filter(
    ([name]) => !ofEachAnswer.has(name) && !(isPdf && name === "content-length"),
  );
  return [answer.statusCode, JSON.stringify(headers), text].join("\n");
}

const ways: Record<string, string>[] = [{}, { search: marker }, { limit: "5" }, { period: "all" }];
const namesOf = ({ query }: Endpoint) =>
  Object.keys(query ? (toJSONSchema(query, { unrepresentable: "any" }).properties ?? {}) : {});

/** Limited for everybody; the holder of a paper may see it, as confidential-entries.md says. */
const limited = "GET /api/verify/:code";
/** Each call begins an export of its own. */
const begins = "GET /fhir/R4/$export";

const reads = endpoints.filter(
  (endpoint) =>
    endpoint.method === "GET" && endpoint.access !== "admin" && ![limited, begins].includes(nameOf(endpoint)),
);

/** All responses to a caller, by request. */
async function responsesTo(token: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const endpoint of reads)
    for (const way of ways.filter((each) =>
      Object.keys(each).every((name) => namesOf(endpoint).includes(name)),
    )) {
      const name = nameOf(endpoint);
      const answer = await app.call(endpoint, token, {
        params: paramsFor(endpoint, own.records),
        query: { ...requiredQueries[name], ...way },
      });
      answers.set(`${name} ${JSON.stringify(way)}`, await sentBy(answer));
    }
  return answers;
}

const words = (field: string) => `${marker} ${field}`;
const isConfidential = true;
const medications = [{ name: words("dolutegravir"), dosage: "1 tab", frequency: "OD", duration: "30 days" }];

/** Writes an entry of each kind that is confidential from the beginning or later. */
const kinds: Record<string, (id: number, token: string) => Promise<unknown>> = {
  consultation: (id, token) =>
    sender(app)(addConsultation, token, {
      body: {
        patientId: id,
        chiefComplaint: words("complaint"),
        vitalSigns: { pulse: 77, weight: 61.3 },
        diagnosis: words("diagnosis"),
        diagnoses: [{ words: words("coded"), code: secretCode }],
        treatment: words("plan"),
        isConfidential,
      },
    }),
  problem: (id, token) =>
    sender(app)(addProblem, token, { params: { id }, body: { words: words("problem"), isConfidential } }),
  medicine: (id, token) =>
    sender(app)(addMedicine, token, { params: { id }, body: { generic: words("medicine"), isConfidential } }),
  prescription: async (id, token) => {
    const body = {
      physicianName: "Rafael Peñaflor",
      physicianLicense: "0098412",
      medications,
      isConfidential,
    };
    const made = await sender(app)(savePrescription, token, { params: { id }, body });
    if (made.status !== "final") return;
    await sender(app)(stopPrescribed, token, {
      params: { id },
      body: { prescriptionId: made.id, item: 0, stopReason: words("reason") },
    });
  },
  result: async (id, token) => {
    const { files } = await sender(app)(uploadFiles, token, asMultipart([[`${marker}.pdf`, aPdf(marker)]]));
    await sender(app)(addResult, token, {
      params: { id },
      body: {
        panel: "electrolytes",
        collectedAt: "2026-11-19",
        values: [{ analyte: "potassium", value: "6.9", unit: "mmol/L" }],
        laboratory: words("laboratory"),
        file: files[0],
        isConfidential,
      },
    });
  },
  paper: (id, token) =>
    sender(app)(addPaper, token, {
      params: { id },
      body: {
        template: "laboratory_request",
        fields: { tests: ["cbc"], otherTests: words("test") },
        isConfidential,
      },
    }),
  "full history": async (id, token) => {
    const params = { id };
    const made = await sender(app)(beginFullHistory, token, {
      params,
      body: { chiefComplaint: words("history") },
    });
    await marking(app)(token, id, "fullHistory", made.id);
    // The owner sees that of staff, and would not begin another.
    if (token === own.owner.token)
      await sender(app)(writeFullHistory, token, { params: { id: made.id }, body: { status: "finished" } });
  },
};

/** The patient is with the doctor, whatever is written: docs/decisions/confidential-entries.md. */
const queue = {
  "GET /api/visits {}": true,
  "GET /api/patients/:id/visits {}": true,
  'GET /api/patients/:id/visits {"limit":"5"}': true,
  "GET /api/display/:token {}": true,
  "GET /fhir/R4/Encounter {}": true,
  "GET /fhir/R4/Patient/:id/$everything {}": true,
};
const unavoidable: Record<string, object> = { consultation: queue };

const ofQueue = /"queue":(?:null|\{[^}]*\})/g;
/** These have the state of a visit from the queue. The rest of their responses must stay the same. */
const havingQueue: [name: string, ofVisit: RegExp][] = [
  ["GET /api/consultations/today ", ofQueue],
  ["GET /api/patients/:id/timeline ", ofQueue],
  ["GET /fhir/R4/Encounter/:id ", /"(?:status|versionId)":"[^"]*"/g],
  ["GET /api/patients/:id/head ", /"(?:state|withDoctorAt)":(?:null|"[^"]*")/g],
];

const withoutQueue = (answer: string | undefined, asked: string) => {
  const ofVisit = havingQueue.find(([name]) => asked.startsWith(name))?.[1];
  return ofVisit
    ? answer
        ?.replaceAll(ofVisit, "")
        .replaceAll(/\["(?:etag|content-length)",(?:"(?:[^"\\]|\\.)*"|\d+)\],?/g, "")
    : answer;
};

describe("no response to anybody else reveals a new confidential", () => {
  test.each(Object.keys(kinds))(
    "%s",
    async (kind) => {
      const id = own.records.patient as number;
      for (const token of [own.owner.token, writer.token]) await kinds[kind]?.(id, token);
      const changed: string[] = [];
      for (const { name, token } of callers) {
        const now = await responsesTo(token);
        for (const [asked, answer] of now)
          if (
            withoutQueue(answer, asked) !== withoutQueue(before.get(name)?.get(asked), asked) &&
            !(asked in (unavoidable[kind] ?? {}))
          )
            changed.push(`${name}: ${asked}`);
        before.set(name, now);
      }
      expect(changed).toEqual([]);
    },
    120_000,
  );

  test("full history in progress: others begin their own", async () => {
    const begun = await app.call(beginFullHistory, callers[0]?.token ?? "", {
      params: { id: own.records.patient as number },
      body: { chiefComplaint: "Cough" },
    });
    expect(begun.statusCode, begun.body).toBe(200);
  });
});
