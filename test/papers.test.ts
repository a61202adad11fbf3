import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  addConsultation,
  beginFullHistory,
  consultationPdf,
  fullHistoryPdf,
} from "#features/consultations/contract.ts";
import { prescriptionPdf, savePrescription } from "#features/prescriptions/contract.ts";
import { drawPrescriptionPdf } from "#features/prescriptions/server/prescription-pdf.ts";
import { referralLetterPdf, writeReferralLetter } from "#features/referrals/contract.ts";
import { drawLetterPdf } from "#features/referrals/server/letter-pdf.ts";
import { Papers } from "#server/pdf/papers.ts";
import { drawRecordPdf } from "#server/pdf/record-pdf.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { printable, unprintableIn } from "#shared/formats/printable.ts";
import { prescriptionSheet } from "#shared/prescription/sheet.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "./data/factories.ts";
import { wordsOf } from "./pdf-text.ts";
import { hostileTexts } from "./safety/hostile-texts.ts";

const createdAt = new Date("2026-11-20T01:31:00Z");
let app: TestApp;
let clinic: TestClinic;
let patient: number;
let papers: [Endpoint, Record<string, number>][];

const aDraft = {
  physicianName: "Rafael Peñaflor",
  physicianLicense: "0098412",
  medications: [{ name: "furosemide", dosage: "1 tab", frequency: "OD", duration: "7 days" }],
};
const longWord = "W".repeat(20_000);

beforeAll(async () => {
  app = await startOwnApp({ PAPERS_PER_MINUTE: "8" });
  clinic = await aClinic(app);
  patient = await aPatient(app, clinic);
  const send = async (endpoint: Endpoint, body: object, params = {}) => {
    const answer = await app.call(endpoint, clinic.owner.token, { params: { id: patient, ...params }, body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().id as number;
  };
  papers = [
    [
      consultationPdf,
      {
        consultationId: await send(addConsultation, {
          patientId: patient,
          chiefComplaint: "Cough",
          diagnosis: longWord,
          treatment: longWord,
        }),
      },
    ],
    [fullHistoryPdf, { recordId: await send(beginFullHistory, { finalDiagnosis: longWord }) }],
    [
      prescriptionPdf,
      {
        rxId: await send(savePrescription, {
          ...aDraft,
          diagnosis: longWord,
          additionalInstructions: "W".repeat(5000),
        }),
      },
    ],
    [
      referralLetterPdf,
      {
        referralId: await send(writeReferralLetter, {
          toClinicName: "Cebu Heart",
          referralReason: "W".repeat(5000),
          consent: { agreedBy: "The patient", at: createdAt.toISOString() },
        }),
      },
    ],
  ];
});
afterAll(() => app.close());

const draw = ([endpoint, params]: (typeof papers)[number], as = clinic.owner.token) =>
  app.call(endpoint, as, { params: { id: patient, ...params } });

test("a word of 20,000 letters is drawn on every paper while the server answers others", async () => {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const began = performance.now();
  const drawing = papers.map((paper) => draw(paper));
  let answered = 0;
  let isDone = false;
  const all = Promise.all(drawing).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    expect((await app.app.inject("/api/health")).statusCode).toBe(200);
    answered += 1;
  }
  const answers = await all;
  loop.disable();
  expect(performance.now() - began).toBeLessThan(8000);
  // It took two and a half minutes before.
  expect(loop.max / 1e6).toBeLessThan(500);
  expect(answered).toBeGreaterThan(3);
  for (const [index, answer] of answers.entries()) {
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    const letters = (await wordsOf(answer.rawPayload)).match(/W/g)?.length ?? 0;
    expect(letters).toBeGreaterThanOrEqual([40_000, 20_000, 25_000, 5000][index] ?? 0);
  }
});

test("a paper that takes too long is refused with a message, and leaves no row in the history", async () => {
  const { kit } = app.app;
  const ordinary = kit.papers;
  kit.papers = new Papers({ drawing: 1 });
  const prints = () => app.sql("select id from record_history where event like '%.print'");
  const before = await prints();
  const [consultation] = papers;
  if (!consultation) throw new Error("No paper.");
  const answer = await draw(consultation);
  expect(answer.statusCode).toBe(422);
  expect(answer.headers["retry-after"]).toBe("60");
  expect(answer.json()).toEqual({
    code: "paper_too_long",
    message: "This document is too long to print. Please shorten its longest text and try again.",
  });
  expect(await prints()).toEqual(before);
  await kit.papers.close();
  kit.papers = ordinary;
});

test("a thread that dies fails only its own paper", async () => {
  const { kit } = app.app;
  const [consultation] = papers;
  if (!consultation) throw new Error("No paper.");
  const dying = { module: new URL("./data/paper-drawings.ts", import.meta.url).href, name: "dying" };
  const dies = vi
    .spyOn(kit.papers, "draw")
    .mockImplementationOnce((clinicId) => kit.papers.draw(clinicId, dying));
  const answer = await draw(consultation);
  expect(dies).toHaveBeenCalledTimes(2);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("5");
  expect(answer.json().message).toBe("The paper could not be drawn. Please try again.");
  expect((await draw(consultation)).statusCode).toBe(200);
  dies.mockRestore();
});

test("papers are rate limited per user, separately from changes", async () => {
  const doctor = await aStaffMember(app, clinic, ["view_patients"]);
  const [consultation] = papers;
  if (!consultation) throw new Error("No paper.");
  const answers = [];
  for (let count = 0; count < 9; count += 1) answers.push(await draw(consultation, doctor.token));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(8).fill(200), 429]);
  expect(Number(answers.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
  const change = await app.call(savePrescription, doctor.token, { params: { id: patient }, body: aDraft });
  expect(change.statusCode).toBeLessThan(300);
});

test("papers can contain every shape of text that can be printed", async () => {
  // The others are refused, see pdf.test.ts.
  const texts = hostileTexts
    .map(({ ofLength }) => printable(ofLength(300)))
    .filter((text) => unprintableIn(text).length === 0);
  expect(texts.length).toBeGreaterThan(60);
  const parts = texts.map((text, index) => ({ label: `Part ${index}`, text }));
  const record = await drawRecordPdf(
    {
      title: "Consultation Record",
      clinic: { name: "Clinic", address: null, phone: null },
      patient: { name: "Ybañez, Marilou", facts: "33 / F", allergies: "Allergies: not recorded" },
      written: "Recorded today",
      parts,
      addenda: [],
      reference: "Consultation 1",
    },
    createdAt,
    null,
  );
  const letter = await drawLetterPdf(
    {
      clinic: { name: "Clinic", lines: [] },
      date: "November 20, 2026",
      to: ["Cebu Heart"],
      patient: { name: "Ybañez, Marilou", ageAndSex: "33 / F", birthday: null },
      opening: "Respectfully referring.",
      parts,
      doctor: { name: "Rafael Peñaflor", lines: [] },
      reference: "Referral 1",
    },
    { createdAt, logo: null, signature: null },
  );
  for (const paper of [record, letter]) {
    const words = await wordsOf(paper);
    // The last one is complete after all others.
    expect(words.replace(/\s/g, "")).toContain((texts.at(-1) ?? "").replace(/\s/g, "").slice(0, 40));
  }
  for (let at = 0; at < texts.length; at += 60) {
    const sheet = prescriptionSheet({
      clinic: { name: "Clinic" },
      patient: { name: "Ybañez, Marilou", age: 33, sex: "F", address: texts[at]?.slice(0, 1000) ?? "" },
      date: "2026-11-20",
      medications: texts.slice(at, at + 60).map((text) => ({
        name: text.slice(0, 255) || "x",
        genericName: "furosemide",
        dosage: text.slice(0, 255),
        frequency: "OD",
        duration: text.slice(0, 255),
        quantity: text.slice(0, 50),
        instructions: text.slice(0, 1000),
      })),
      diagnosis: texts[at] ?? "",
      additionalInstructions: texts[at + 1] ?? "",
      physician: { name: "Rafael Peñaflor", license: "0098412" },
      prescriptionId: 1,
    });
    await drawPrescriptionPdf(sheet, { paper: "A4", createdAt });
  }
});
