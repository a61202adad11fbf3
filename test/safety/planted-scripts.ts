import { consultationPdf, fullHistoryPdf } from "#features/consultations/contract.ts";
import { prescriptionPdf } from "#features/prescriptions/contract.ts";
import { referralLetterPdf } from "#features/referrals/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Stage } from "#test/app.ts";
import { clinicTables } from "#test/data/rows-of-clinics.ts";
import { nameOf } from "#test/endpoints.ts";
import { wordsOf } from "#test/pdf-text.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { every, type Figure, none } from "../harness/figure.ts";
import { type AdminSignIn, type PlantedClinic, plantClinic } from "./planted-clinic.ts";
import { atOnce } from "./races.ts";
import { scriptPayloads } from "./script-payloads.ts";
import { textInputs } from "./text-inputs.ts";

/** Line and page breaks in the PDF. */
export const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");

/** Inputs that are never shown later: search texts and secrets. */
const neverKept = /^GET |duplicates|password|\/login|token-login|\/staff\/leave/i;
const storingInputs = textInputs.filter(({ name }) => !neverKept.test(name));

/** Each PDF, and whose it is. */
export const papers: readonly [Endpoint, (clinic: PlantedClinic) => Record<string, number>][] = [
  [prescriptionPdf, ({ patient, prescription }) => ({ id: patient, rxId: prescription })],
  [consultationPdf, ({ patient, consultation }) => ({ id: patient, consultationId: consultation })],
  [fullHistoryPdf, ({ patient, fullHistory }) => ({ id: patient, recordId: fullHistory })],
  [referralLetterPdf, ({ patient, letter }) => ({ id: patient, referralId: letter })],
];

/** All texts of a row, in any column and at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return /^[[{]/.test(value) ? [value, ...textsOf(parsed(value))] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsOf(inner)]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function storedTexts(stage: Stage): Promise<string[]> {
  const tables = [...(await clinicTables(stage)), "clinics", "contact_messages"];
  const all: string[] = [];
  for (const table of new Set(tables))
    for (const { row } of await stage.sql<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`))
      all.push(...textsOf(row));
  return all;
}

/** A clinic per payload: each text is stored unchanged, and appears as text on every paper. */
export async function provePlanted(
  environment: EmptyEnvironment,
  /** A share of the payloads starts with this one; consecutive seeds cover all of them. */
  { admin, first }: { admin: AdminSignIn; first: number },
  /** Runs on each clinic while it is the newest. */
  visit: (clinic: PlantedClinic, at: number) => Promise<void> = async () => undefined,
): Promise<{ figures: Figure[]; clinics: PlantedClinic[]; onPaper: ReadonlySet<string> }> {
  const { stage, many } = environment;
  const count = many(scriptPayloads.length);
  const clinics: PlantedClinic[] = [];
  await atOnce(8, count, async (at) => {
    const turn = Math.floor((at * scriptPayloads.length) / count) + first;
    const payload = scriptPayloads[turn % scriptPayloads.length] ?? "";
    const clinic = await plantClinic(stage, payload, admin);
    clinics[at] = clinic;
    await visit(clinic, at);
  });
  const planted = clinics.flatMap((clinic) => clinic.planted);
  const places = new Set(planted.map(({ place }) => place));
  const stored = new Set((await storedTexts(stage)).flatMap((text) => [text, text.toLowerCase()]));
  const isStored = (text: string) => stored.has(text) || stored.has(text.trim());
  // A doctor's name is split into first and last name.
  const lost = planted.filter(({ place, text }) => !place.endsWith("doctorName") && !isStored(text));
  const { drawn, unread, onPaper } = await drawPapers(stage, clinics);
  const what = `${count} payloads, ${places.size} of ${storingInputs.length + 3} text inputs take one`;
  return {
    clinics,
    onPaper,
    figures: [
      none(
        "calls that a script in a text made fail",
        planted.length,
        clinics.flatMap(({ odd }) => odd),
      ),
      every(
        `scripts stored unchanged (${what})`,
        planted.length,
        lost.map(({ place, text }) => `${place}: ${text}`),
      ),
      every(`papers drawn with scripts in all their texts (${onPaper.size} read on them)`, drawn, unread),
    ],
  };
}

/** Draws each PDF, which contains its inputs unchanged: nothing in it is taken for markup. */
async function drawPapers(stage: Stage, clinics: readonly PlantedClinic[]) {
  const unread: string[] = [];
  let drawn = 0;
  const onPaper = new Set<string>();
  for (const clinic of clinics)
    for (const [paper, paramsOf] of papers) {
      drawn += 1;
      const answer = await stage.call(paper, clinic.owner.token, { params: paramsOf(clinic) });
      if (answer.statusCode !== 200) {
        unread.push(`${nameOf(paper)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        continue;
      }
      const words = withoutSpace(await wordsOf(answer.rawPayload));
      const found = clinic.planted.filter(({ text }) => words.includes(withoutSpace(text)));
      for (const { text } of found) onPaper.add(`${clinic.patient} ${text}`);
      if (found.length < 3) unread.push(`${nameOf(paper)} holds ${found.length} of the texts`);
    }
  return { drawn, unread, onPaper };
}
