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
import type { Endpoint } from "#shared/endpoint.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { type Figure, none, verdict } from "#test/harness/figure.ts";
import { besidePolls, pollFigures } from "#test/harness/polls.ts";
import { hostileTexts } from "#test/safety/hostile-texts.ts";

/** Characters of a text, cut to the field's limit. Few papers get the longest. */
const lengths = [300, 5000, 300, 20_000, 2000, 200_000];
const shapes = hostileTexts.filter(({ isStorable }) => isStorable);

type Paper = {
  name: string;
  save: Endpoint;
  body: (text: string) => object;
  /** About the patient, or about the full history. */
  id: "patient" | "fullHistory" | null;
  pdf: Endpoint;
  place: string;
};

const papersFor = (patientId: number): Paper[] => [
  {
    name: "consultation",
    save: addConsultation,
    body: (text) => ({ patientId, chiefComplaint: text.slice(0, 5000), diagnosis: text, treatment: text }),
    id: null,
    pdf: consultationPdf,
    place: "consultationId",
  },
  {
    name: "full history",
    save: writeFullHistory,
    body: (text) => ({ pastMedicalHistory: text, managementPlan: text }),
    id: "fullHistory",
    pdf: fullHistoryPdf,
    place: "recordId",
  },
  {
    name: "prescription",
    save: savePrescription,
    body(text) {
      const name = text.slice(0, 200);
      return {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications: [{ name, dosage: name, frequency: name, duration: name, instructions: name }],
        additionalInstructions: text.slice(0, 5000),
      };
    },
    id: "patient",
    pdf: prescriptionPdf,
    place: "rxId",
  },
  {
    name: "letter",
    save: writeReferralLetter,
    body: (text) => ({
      toClinicName: text.slice(0, 255),
      referralReason: text.slice(0, 5000),
      referralNotes: text.slice(0, 5000),
    }),
    id: "patient",
    pdf: referralLetterPdf,
    place: "referralId",
  },
];

/** Two clinics print texts of every shape on every paper, while a third polls. */
export async function proveHostilePapers(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many, klinika } = environment;
  const count = Math.min(shapes.length, many(shapes.length));
  const chosen = Array.from({ length: count }, (_, n) => Math.floor((n * shapes.length) / count));
  const failed: string[] = [];
  const slow: { what: string; took: number }[] = [];
  let drawn = 0;
  let refused = 0;

  const printAll = async (clinic: TestClinic, numbers: readonly number[]) => {
    const { token } = clinic.owner;
    const patient = await aPatient(stage, clinic);
    const begun = await stage.call(beginFullHistory, token, { params: { id: patient }, body: {} });
    const ids = { patient, fullHistory: Number(begun.json().id) };
    for (const number of numbers) {
      const shape = shapes[number] as (typeof shapes)[number];
      const text = shape.ofLength(lengths[number % lengths.length] ?? 300);
      for (const { name, save, body, id, pdf, place } of papersFor(patient)) {
        const what = `${shape.name} × ${text.length} on a ${name}`;
        const params: Record<string, number> = id ? { id: ids[id] } : {};
        const saved = await stage.call(save, token, { params, body: body(text) });
        if (saved.statusCode >= 500) failed.push(`${what}: ${saved.statusCode} when it was saved`);
        // The form may refuse an empty text, or one of spaces; then there is no paper.
        if (saved.statusCode >= 300) continue;
        const start = performance.now();
        const paper = await stage.call(pdf, token, { params: { id: patient, [place]: saved.json().id } });
        slow.push({ what, took: performance.now() - start });
        if (paper.statusCode === 200) drawn += 1;
        else if ([422, 503].includes(paper.statusCode) && paper.json().message) refused += 1;
        else failed.push(`${what}: ${paper.statusCode} ${paper.body.slice(0, 100)}`);
      }
    }
  };

  const clinics = [await aClinic(stage), await aClinic(stage)];
  // Memory that the first papers load stays, and most of what the largest of them needed.
  const warm = chosen.filter((_, n) => n % 2 === 0);
  await Promise.all(clinics.map((clinic) => printAll(clinic, warm)));
  const before = await memoryAtRest(environment);
  const halves = clinics.map((_, lane) => chosen.filter((__, n) => n % clinics.length === lane));
  const polls = await besidePolls(environment, async () => {
    await Promise.all(clinics.map((clinic, lane) => printAll(clinic, halves[lane] ?? [])));
  });
  const after = await memoryAtRest(environment);
  slow.sort((one, other) => other.took - one.took);
  const slowest = slow.slice(0, 3).map(({ what, took }) => `${(took / 1000).toFixed(1)} s ${what}`);
  const isSameServer = environment.klinika === klinika && klinika.process.exitCode === null;
  return [
    ...pollFigures(polls, `beside ${drawn + refused} papers of ${count} shapes of text`),
    none("papers neither drawn nor refused with a message", drawn + refused, failed),
    verdict(
      "papers refused as too long",
      `${refused} of ${drawn + refused}`,
      "≤ 5 in a hundred",
      refused <= 0.05 * (drawn + refused),
    ),
    verdict("slowest papers", slowest.join("; "), "≤ 25 s", (slow[0]?.took ?? 0) <= 25_000),
    memoryFigure("memory a while after them, of before", before, after),
    verdict("dead servers", isSameServer ? "0" : "1", "0", isSameServer),
  ];
}

/** Drawing threads end after an idle minute, and release their memory. */
async function memoryAtRest(environment: OwnEnvironment): Promise<number> {
  await wait(70_000);
  return memoryOf(environment);
}

/** For /metrics, which environments with measured memory enable. */
export const metricsSecret = "a-secret-of-the-proof-17";

/** Megabytes of the server, as the operating system counts them. */
export async function memoryOf({ send }: OwnEnvironment): Promise<number> {
  const headers = { authorization: `Bearer ${metricsSecret}` };
  const { body } = await send({ method: "GET", url: "/metrics", headers });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error("/metrics does not report the memory.");
  return Number(bytes) / 1e6;
}

export function memoryFigure(what: string, before: number, after: number, most?: number): Figure {
  const between = most === undefined ? "" : `at most ${most.toFixed(0)}, `;
  const ratio = after / before;
  const figure = `${ratio.toFixed(2)} (${before.toFixed(0)} MB, ${between}then ${after.toFixed(0)})`;
  return verdict(what, figure, "≤ 1.2", ratio <= 1.2);
}
