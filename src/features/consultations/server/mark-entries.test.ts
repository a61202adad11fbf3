import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addApiKey } from "#features/api-keys/contract.ts";
import { listRecalls } from "#features/appointments/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import {
  addAddendum,
  addConsultation,
  beginFullHistory,
  type Consultation,
  consultationPdf,
  fullHistories,
  fullHistoryPdf,
  patientConsultations,
  recordVitals,
  todaysConsultations,
  vitalSignReadings,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { markEntry, markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { deletePatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { addVisit, patientVisits } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { requiredQueries } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";
import { pagesOf } from "#test/pdf-text.ts";
import type { Call } from "#test/request-for.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "#test/safety/seeded-records.ts";

let test: TestApp;
let clinic: TestClinic;
let nurse: TestUser;
let patientId: number;

const reason = "Another patient's";
const inError = { state: "entered_in_error", reason } as const;
type Entry = "consultation" | "addendum" | "fullHistory";

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
});
afterAll(() => test.close());
beforeEach(async () => {
  atInstant(test, testNow);
  patientId = await aPatient(test, clinic);
});

async function done(endpoint: Endpoint, call: Call, as = clinic.owner.token) {
  const answer = await test.call(endpoint, as, call);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const minutesLater = (minutes: number) => atInstant(test, new Date(testNow.getTime() + minutes * 60_000));
const write = async (more: object = {}, as = clinic.owner.token): Promise<Consultation> =>
  done(
    addConsultation,
    { body: { patientId, chiefComplaint: "Cough", diagnosis: "Cold", treatment: "Rest", ...more } },
    as,
  );
const put = (
  entryId: number,
  {
    as = clinic.owner.token,
    entry = "consultation",
    body = inError,
    id = patientId,
  }: {
    as?: string | null;
    entry?: Entry;
    body?: object;
    id?: number;
  } = {},
) => test.call(markEntry, as, { params: { id }, body: { entry, entryId, ...body } });
const mark = async (entryId: number, entry: Entry = "consultation") => {
  const answer = await put(entryId, { entry });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const useAgain = async (entryId: number, entry: Entry = "consultation") =>
  expect((await put(entryId, { entry, body: { state: "final" } })).statusCode).toBe(200);
const patient = () => done(onePatient, { params: { id: patientId } });
const list = (query: Record<string, string> = {}): Promise<Consultation[]> =>
  done(patientConsultations, { params: { id: patientId }, query });

describe("PUT /api/patients/:id/entered-in-error", () => {
  it("is for the author and the owner, of that patient", async () => {
    const { id } = await write({}, nurse.token);
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    const colleague = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const other = await aClinic(test);
    expect((await put(id, { as: clerk.token })).statusCode).toBe(403);
    expect((await put(id, { as: colleague.token })).json()).toMatchObject({ code: "forbidden" });
    expect((await put(id, { as: other.owner.token })).statusCode).toBe(404);
    expect((await put(id, { id: await aPatient(test, clinic) })).statusCode).toBe(404);
    for (const body of [{ state: "entered_in_error" }, { ...inError, reason: " " }, { state: "gone" }]) {
      const refused = await put(id, { body });
      expect([refused.statusCode, Object.keys(refused.json().fields).length], refused.body).toEqual([400, 1]);
    }
    expect((await put(id, { as: nurse.token })).json()).toEqual({
      entry: "consultation",
      entryId: id,
      enteredInError: { at: "2026-11-20T02:42:00Z", byName: "Marites Bañez", reason },
    });
    expect((await put(id, { body: { ...inError, reason: "Typed twice" } })).json()).toMatchObject({
      enteredInError: { byName: "Marites Bañez", reason },
    });
  });

  it("keeps what was written and who, when and why, until it is used again", async () => {
    const written = await write({ vitalSigns: { weight: 56 }, followUpDate: "2026-12-01" });
    await mark(written.id);
    const why = { at: "2026-11-20T02:42:00Z", byName: "Rafael Peñaflor", reason };
    expect(await list()).toEqual([{ ...written, vitalsInError: why, enteredInError: why }]);
    expect(await list({ inError: "without" })).toEqual([]);
    const [entry] = await done(patientHistory, { params: { id: patientId } });
    expect(entry).toMatchObject({
      event: "entry.mark",
      changes: { inErrorReason: [null, reason], vitalsInErrorReason: [null, reason] },
    });
    await useAgain(written.id);
    expect(await list()).toEqual([written]);
  });

  it("keeps the mark that its vital signs had", async () => {
    const { id } = await write({ vitalSigns: { weight: 56 } });
    const readingId = { id: patientId, readingId: id };
    await done(markVitalSigns, { params: readingId, body: { ...inError, reason: "Typed wrong" } });
    await mark(id);
    const used = await test.call(markVitalSigns, clinic.owner.token, {
      params: readingId,
      body: { state: "final" },
    });
    expect(used.statusCode).toBe(409);
    await useAgain(id);
    expect(await list()).toMatchObject([{ enteredInError: null, vitalsInError: { reason: "Typed wrong" } }]);
  });

  it("is neither printed nor added to", async () => {
    const { id } = await write();
    await mark(id);
    const params = { id: patientId, consultationId: id };
    const printed = await test.call(consultationPdf, clinic.owner.token, { params });
    const added = await test.call(addAddendum, clinic.owner.token, { params: { id }, body: { text: "X" } });
    expect([printed, added].map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, "entered_in_error"],
      [409, "entered_in_error"],
    ]);
  });

  it("marks an addendum, which is then in no print", async () => {
    const { id } = await write();
    const { addenda } = await done(addAddendum, { params: { id }, body: { text: "Zebra" } });
    await mark(addenda[0].id, "addendum");
    expect((await list())[0]?.addenda).toMatchObject([{ text: "Zebra", enteredInError: { reason } }]);
    const params = { id: patientId, consultationId: id };
    const paper = await test.call(consultationPdf, clinic.owner.token, { params });
    expect((await pagesOf(paper.rawPayload)).join(" ")).not.toContain("Zebra");
    await useAgain(addenda[0].id, "addendum");
    expect((await list())[0]?.addenda).toMatchObject([{ enteredInError: null }]);
  });

  it("marks a finished full history, and discards a draft", async () => {
    const begin = () =>
      done(beginFullHistory, { params: { id: patientId }, body: { chiefComplaint: "Cough" } });
    const { id: draft } = await begin();
    await mark(draft, "fullHistory");
    expect(
      (
        await test.call(writeFullHistory, clinic.owner.token, {
          params: { id: draft },
          body: { managementPlan: "Rest" },
        })
      ).json().code,
    ).toBe("entered_in_error");
    const { id } = await begin();
    expect((await put(draft, { entry: "fullHistory", body: { state: "final" } })).json().code).toBe("taken");
    await done(writeFullHistory, { params: { id }, body: { status: "finished" } });
    await useAgain(draft, "fullHistory");
    await mark(id, "fullHistory");
    expect(await done(fullHistories, { params: { id: patientId } })).toMatchObject([
      { id, status: "finished", enteredInError: { reason } },
      { id: draft, status: "draft", enteredInError: null },
    ]);
    const params = { id: patientId, recordId: id };
    expect((await test.call(fullHistoryPdf, clinic.owner.token, { params })).statusCode).toBe(409);
  });

  it("finds no confidential one of another user", async () => {
    const { id } = await write({ isConfidential: true });
    expect((await put(id, { as: nurse.token })).statusCode).toBe(404);
    await mark(id);
  });
});

describe("a consultation entered in error", () => {
  it("leaves diagnosis, complaint, follow-up date and last visit as they were before", async () => {
    patientId = await aPatient(test, clinic, { created_at: "2026-11-01T02:00:00Z" });
    atInstant(test, new Date("2026-11-10T02:42:00Z"));
    await write({ chiefComplaint: "Headache", diagnosis: "Migraine", followUpDate: "2026-11-24" });
    atInstant(test, testNow);
    const before = await patient();
    const { id } = await write({ followUpDate: "2026-12-24", diagnoses: [{ words: "Cold", code: "J00" }] });
    const isToday = async () =>
      (await done(todaysConsultations, {})).some((row: { id: number }) => row.id === patientId);
    expect(await isToday()).toBe(true);
    const seen = async () => (await done(dashboardFigures, {})).seenToday;
    const count = await seen();
    await mark(id);
    const facts = ({ diagnosis, chiefComplaint, followUpDate }: Record<string, unknown>) => ({
      diagnosis,
      chiefComplaint,
      followUpDate,
    });
    expect(facts(await patient())).toEqual(facts(before));
    expect([await isToday(), await seen()]).toEqual([false, count - 1]);
    const { plan } = await done(summary, { params: { id: patientId } });
    expect(plan).toMatchObject({ diagnosis: "Migraine" });
    await useAgain(id);
    expect(facts(await patient())).toMatchObject({ diagnosis: "Cold", followUpDate: "2026-12-24" });
    expect(await isToday()).toBe(true);
  });

  it("does not take a patient off the recall list", async () => {
    patientId = await aPatient(test, clinic, { created_at: "2026-11-01T02:00:00Z" });
    atInstant(test, new Date("2026-11-10T02:42:00Z"));
    await write({ followUpDate: "2026-11-15" });
    atInstant(test, testNow);
    const isDue = async () =>
      (await done(listRecalls, {})).some((row: { patientId: number }) => row.patientId === patientId);
    expect(await isDue()).toBe(true);
    const { id } = await write();
    expect(await isDue()).toBe(false);
    await mark(id);
    expect(await isDue()).toBe(true);
  });

  it("lets the visit that it moved on wait again", async () => {
    const stateOfVisit = async () =>
      (await done(patientVisits, { params: { id: patientId }, query: { limit: "5" } }))[0].state;
    await done(addVisit, { body: { patientId } });
    await done(recordVitals, { params: { id: patientId }, body: { vitalSigns: { weight: 56 } } });
    minutesLater(5);
    const { id } = await write();
    expect(await stateOfVisit()).toBe("with_doctor");
    await mark(id);
    expect(await stateOfVisit()).toBe("vitals_taken");
    await useAgain(id);
    expect(await stateOfVisit()).toBe("with_doctor");
  });

  it("stays marked through a merge and its undo, also as the diagnosis", async () => {
    const other = await aPatient(test, clinic);
    const survivor = patientId;
    patientId = other;
    const { id } = await write();
    await mark(id);
    const merge = await done(mergePatients, { params: { id: survivor }, body: { otherId: other } });
    expect((await done(onePatient, { params: { id: survivor } })).diagnosis).toBeNull();
    await done(undoMerge, { params: { id: merge.id } });
    expect(await list()).toMatchObject([{ id, enteredInError: { reason } }]);
    expect((await patient()).diagnosis).toBeNull();
  });

  it("brings back no diagnosis when it is no longer confidential", async () => {
    const { id } = await write({ isConfidential: true });
    await mark(id);
    await done(markConfidential, {
      params: { id: patientId },
      body: { entries: [{ entry: "consultation", entryId: id }], isConfidential: false },
    });
    expect((await patient()).diagnosis).toBeNull();
  });
});

describe("no call uses a consultation entered in error", () => {
  const marker = "Zqxwomark";
  const reads = endpoints.filter(
    (endpoint) =>
      endpoint.method === "GET" && endpoint.access !== "admin" && nameOf(endpoint) !== "GET /fhir/R4/$export",
  );
  let own: SeededClinic;
  let key: string;

  const naming = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const endpoint of reads) {
      const name = nameOf(endpoint);
      const token = name.includes("/fhir/") ? key : tokenOfClinic(endpoint, own);
      const answer = await test.call(endpoint, token, {
        params: paramsFor(endpoint, own.records),
        query: requiredQueries[name] ?? {},
      });
      const isPdf = String(answer.headers["content-type"]).startsWith("application/pdf");
      const text = isPdf ? (await pagesOf(answer.rawPayload)).join(" ") : answer.body;
      if (text.includes(marker)) names.push(name);
    }
    return names.toSorted();
  };

  it("but the lists where it stood, the history, and FHIR with its status", async () => {
    own = await seededClinic(test);
    const id = own.records.patient as number;
    const { token } = own.owner;
    key = (
      await done(addApiKey, { body: { name: "Reads all", scopes: "all", expiresAt: "2027-06-30" } }, token)
    ).key;
    const words = (field: string) => `${marker} ${field}`;
    const sent = {
      patientId: id,
      chiefComplaint: words("complaint"),
      historyOfPresentIllness: words("history"),
      physicalExamination: words("examination"),
      diagnosis: words("diagnosis"),
      diagnoses: [{ words: words("coded"), code: "B23.8" }],
      treatment: words("plan"),
      medications: words("medicines"),
      notes: words("notes"),
    };
    minutesLater(5);
    // Twice: words that were used only once are not offered.
    const both = [await done(addConsultation, { body: sent }, token)];
    minutesLater(6);
    both.push(await done(addConsultation, { body: sent }, token));
    own.records.consultationId = both[1].id;
    const before = await naming();
    for (const { id: entryId } of both)
      await done(markEntry, { params: { id }, body: { entry: "consultation", entryId, ...inError } }, token);
    const stays = [
      "GET /api/patients/:id/consultations",
      "GET /api/patients/:id/history",
      "GET /api/patients/:id/timeline",
      "GET /fhir/R4/Condition",
      "GET /fhir/R4/Encounter",
      "GET /fhir/R4/Patient/:id/$everything",
    ];
    expect(await naming()).toEqual(stays);
    expect(before).toEqual(expect.arrayContaining(stays));
    // The test would pass without showing anything if nothing else had used it.
    expect(before).toEqual(
      expect.arrayContaining([
        "GET /api/diagnoses",
        "GET /api/patients",
        "GET /api/patients/:id",
        "GET /api/patients/:id/consultations/:consultationId.pdf",
        "GET /api/patients/:id/summary",
      ]),
    );
    for (const format of ["json", "pdf"] as const) {
      const copy = await test.call(copyRecord, token, { params: { id }, body: { reason: "Asked", format } });
      const text = format === "pdf" ? (await pagesOf(copy.rawPayload)).join(" ") : copy.body;
      expect(text).not.toContain(marker);
    }
    const bundle = (
      await test.call(copyRecord, token, { params: { id }, body: { reason: "Asked", format: "fhir" } })
    ).json();
    const marked = bundle.entry.filter(({ resource }: { resource: object }) =>
      JSON.stringify(resource).includes(marker),
    );
    expect(marked).toEqual([]);
  });
});

describe("vital signs of the desk that the doctor uses", () => {
  const vitalSigns = { bloodPressure: "190/100", weight: 60 };
  const readings = () => done(vitalSignReadings, { params: { id: patientId } });

  it("are one reading, compared with that of another visit", async () => {
    atInstant(test, new Date("2026-11-10T02:42:00Z"));
    await done(recordVitals, {
      params: { id: patientId },
      body: { vitalSigns: { bloodPressure: "150/90" } },
    });
    atInstant(test, testNow);
    const desk = await done(recordVitals, { params: { id: patientId }, body: { vitalSigns } });
    minutesLater(20);
    expect(await write({ vitalSigns })).toMatchObject({ vitalSigns });
    expect(await readings()).toMatchObject([{ id: desk.id, ...vitalSigns }, { bloodPressure: "150/90" }]);
    expect((await done(summary, { params: { id: patientId } })).vitals).toMatchObject([
      { sign: "bloodPressure", value: "190/100", was: "150/90" },
      { sign: "weight", value: 60, was: null },
    ]);
    minutesLater(25);
    await write({ vitalSigns: { ...vitalSigns, bloodPressure: "170/95" } });
    expect(await readings()).toHaveLength(3);
    expect((await done(summary, { params: { id: patientId } })).vitals).toMatchObject([
      { sign: "bloodPressure", value: "170/95", was: "150/90" },
      { sign: "weight", value: 60, was: null },
    ]);
  });

  it("are entered in error together", async () => {
    const desk = await done(recordVitals, { params: { id: patientId }, body: { vitalSigns } });
    minutesLater(20);
    const { id } = await write({ vitalSigns });
    const ofDesk = { id: patientId, readingId: desk.id };
    await done(markVitalSigns, { params: ofDesk, body: inError });
    expect(await list()).toMatchObject([{ id, vitalsInError: { reason } }, { vitalsInError: { reason } }]);
    await mark(id);
    await done(markVitalSigns, { params: ofDesk, body: { state: "final" } });
    expect(await readings()).toMatchObject([{ id: desk.id, enteredInError: null }]);
    await useAgain(id);
    expect(await list()).toMatchObject([{ id, vitalsInError: null }, { vitalsInError: null }]);
  });

  it("stay with the consultation when the desk's entry is deleted, and go with the patient", async () => {
    const desk = await done(recordVitals, { params: { id: patientId }, body: { vitalSigns } });
    minutesLater(20);
    await write({ vitalSigns });
    // As when an import is taken back.
    await test.sql("delete from consultations where clinic_id = $1 and id = $2", [clinic.id, desk.id]);
    expect(await readings()).toMatchObject([vitalSigns]);
    minutesLater(25);
    await write({ vitalSigns });
    // Deleting needs a password that was entered a short time ago.
    atInstant(test, testNow);
    await done(deletePatient, { params: { id: patientId } });
  });
});
