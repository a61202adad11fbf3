import { setTimeout as wait } from "node:timers/promises";
import {
  addConsultation,
  beginFullHistory,
  consultationPdf,
  fullHistoryPdf,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { prescriptionPdf, savePrescription } from "#features/prescriptions/contract.ts";
import { referralLetterPdf, writeReferralLetter } from "#features/referrals/contract.ts";
import type { OwnEnvironment } from "#measure/harness/environment.ts";
import { besidePolls, pollFigures } from "#measure/harness/polls.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { aClinic, aPatient, type TestClinic } from "#test/factories.ts";
import { hostileTexts } from "#test/hostile-texts.ts";

/** Letters of a text; what a field takes less of is cut. Few papers are as long as they may be. */
const lengths = [300, 5000, 300, 20_000, 2000, 200_000];
const shapes = hostileTexts.filter(({ isStorable }) => isStorable);

const physician = { physicianName: "Rafael Peñaflor", physicianLicense: "0098412" };

type Paper = {
  name: string;
  /** Saves a record with the text and answers the call that draws it. */
  save: (text: string, send: Send) => Promise<{ endpoint: Endpoint; params: Record<string, number> }>;
};
type Send = (endpoint: Endpoint, body: object, params?: Record<string, number>) => Promise<{ id: number }>;

const papersFor = (patientId: number, fullHistoryId: number): Paper[] => [
  {
    name: "consultation",
    save: async (text, send) => {
      const body = { patientId, chiefComplaint: text.slice(0, 5000), diagnosis: text, treatment: text };
      const { id } = await send(addConsultation, body);
      return { endpoint: consultationPdf, params: { id: patientId, consultationId: id } };
    },
  },
  {
    name: "full history",
    save: async (text, send) => {
      await send(writeFullHistory, { pastMedicalHistory: text, managementPlan: text }, { id: fullHistoryId });
      return { endpoint: fullHistoryPdf, params: { id: patientId, recordId: fullHistoryId } };
    },
  },
  {
    name: "prescription",
    save: async (text, send) => {
      const name = text.slice(0, 200);
      const medications = [{ name, dosage: name, frequency: name, duration: name, instructions: name }];
      const body = { ...physician, medications, additionalInstructions: text.slice(0, 5000) };
      const { id } = await send(savePrescription, body, { id: patientId });
      return { endpoint: prescriptionPdf, params: { id: patientId, rxId: id } };
    },
  },
  {
    name: "letter",
    save: async (text, send) => {
      const body = {
        toClinicName: text.slice(0, 255),
        referralReason: text.slice(0, 5000),
        referralNotes: text.slice(0, 5000),
      };
      const { id } = await send(writeReferralLetter, body, { id: patientId });
      return { endpoint: referralLetterPdf, params: { id: patientId, referralId: id } };
    },
  },
];

/** Two clinics print texts of every shape on every paper, while a third polls. */
export async function proveHostilePapers(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many } = environment;
  const count = Math.min(shapes.length, many(shapes.length));
  const chosen = Array.from({ length: count }, (_, n) => Math.floor((n * shapes.length) / count));
  const unwell: string[] = [];
  const slow: { what: string; took: number }[] = [];
  let drawn = 0;
  let refused = 0;
  const { pid } = environment.klinika.process;

  const printAll = async (clinic: TestClinic, numbers: readonly number[]) => {
    const { token } = clinic.owner;
    const patient = await aPatient(stage, clinic);
    const begun = await stage.call(beginFullHistory, token, { params: { id: patient }, body: {} });
    for (const number of numbers) {
      const shape = shapes[number];
      if (!shape) continue;
      const text = shape.ofLength(lengths[number % lengths.length] ?? 300);
      for (const { name, save } of papersFor(patient, begun.json().id)) {
        const what = `${shape.name} × ${text.length} on a ${name}`;
        let isSaved = true;
        const send: Send = async (endpoint, body, params = {}) => {
          const answer = await stage.call(endpoint, token, { params, body });
          // An empty text, or one of spaces, may be refused by the form; that is no paper.
          isSaved = answer.statusCode < 300;
          if (answer.statusCode >= 500) unwell.push(`${what}: ${answer.statusCode} when it was saved`);
          return isSaved ? answer.json() : { id: 0 };
        };
        const { endpoint, params } = await save(text, send);
        if (!isSaved) continue;
        const start = performance.now();
        const paper = await stage.call(endpoint, token, { params });
        slow.push({ what, took: performance.now() - start });
        if (paper.statusCode === 200) drawn += 1;
        else if ([422, 503].includes(paper.statusCode) && paper.json().message) refused += 1;
        else unwell.push(`${what}: ${paper.statusCode} ${paper.body.slice(0, 100)}`);
      }
    }
  };

  const clinics = [await aClinic(stage), await aClinic(stage)];
  // What the first papers load stays, and so does most of the memory that the largest of them needed.
  const warm = chosen.filter((_, n) => n % 2 === 0);
  await Promise.all(clinics.map((clinic) => printAll(clinic, warm)));
  const before = await memoryAtRest(environment);
  const polls = await besidePolls(environment, async () => {
    await Promise.all(
      clinics.map((clinic, lane) =>
        printAll(
          clinic,
          chosen.filter((_, n) => n % clinics.length === lane),
        ),
      ),
    );
  });
  const after = await memoryAtRest(environment);
  slow.sort((one, other) => other.took - one.took);
  const isSameServer =
    environment.klinika.process.pid === pid && environment.klinika.process.exitCode === null;
  return [
    ...pollFigures(polls, `beside ${drawn + refused} papers of ${count} shapes of text`),
    none("papers neither drawn nor refused in words", drawn + refused, unwell),
    {
      what: "papers refused in words, as too long",
      figure: `${refused} of ${drawn + refused}`,
      goal: "≤ 5 in a hundred",
      passes: refused <= 0.05 * (drawn + refused),
    },
    {
      what: "slowest papers",
      figure: slow
        .slice(0, 3)
        .map(({ what, took }) => `${(took / 1000).toFixed(1)} s ${what}`)
        .join("; "),
      goal: "≤ 25 s",
      passes: (slow[0]?.took ?? 0) <= 25_000,
    },
    {
      what: "memory a while after them, of before",
      figure: `${(after / before).toFixed(2)} (${before.toFixed(0)} MB, then ${after.toFixed(0)})`,
      goal: "≤ 1.2",
      passes: after / before <= 1.2,
    },
    { what: "dead servers", figure: isSameServer ? "0" : "1", goal: "0", passes: isSameServer },
  ];
}

/** Threads that draw end after a minute of rest, and give their memory back then. */
async function memoryAtRest(environment: OwnEnvironment): Promise<number> {
  await wait(70_000);
  return memoryOf(environment);
}

/** Asked of /metrics; an environment whose memory is measured is opened with it. */
export const metricsSecret = "a-secret-of-the-proof-17";

/** Megabytes of the server, as the operating system counts them. */
export async function memoryOf({ send }: OwnEnvironment): Promise<number> {
  const headers = { authorization: `Bearer ${metricsSecret}` };
  const { body } = await send({ method: "GET", url: "/metrics", headers });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error("/metrics does not have the memory.");
  return Number(bytes) / 1e6;
}
