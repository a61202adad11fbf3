import { fold } from "../formats/name-search.ts";
import { doneParts, doneSentences, type Segment, segments } from "./plan-line.ts";
import { imagingTests, laboratoryTests, type TestGroup } from "./requested-tests.ts";

type RequestKind = "laboratory_request" | "imaging_request";

/** Tests of one request, as a plan names them: "creatinine, potassium". */
export type PlannedRequest = {
  kind: RequestKind;
  /** Ids of requested-tests.ts. */
  tests: { id: string; label: string }[];
  /** From the first to the last of them in the text. */
  start: number;
  end: number;
};

/** Other names of a test, by its id, without short ones that are also words. */
const otherWords: Record<string, string> = {
  cbc: "cbc, cbc with platelets, cbc with plt, cbc pc, complete blood count, platelet count",
  blood_type: "blood type, blood typing",
  pt_inr: "inr, pt inr, pt-inr, protime, prothrombin time",
  urinalysis: "ua, u/a, urine analysis",
  urine_culture: "urine culture, urine cs, urine c/s",
  urine_albumin: "uacr, acr, urine albumin, microalbumin, urine albumin creatinine ratio",
  fecalysis: "stool exam, stool examination",
  occult_blood: "fobt, occult blood",
  pregnancy: "urine pregnancy test, hcg, beta hcg",
  fbs: "fbs, fasting sugar, fasting glucose",
  hba1c: "a1c, glycated hemoglobin",
  rbs: "rbs, random sugar",
  ogtt: "ogtt, 75 g ogtt, 75g ogtt, glucose tolerance test",
  lipids: "lipids, fasting lipids, cholesterol",
  creatinine: "crea, serum creatinine",
  uric_acid: "serum uric acid, bua, sua",
  sodium: "serum sodium",
  potassium: "serum potassium",
  calcium: "serum calcium",
  alt: "sgpt, alt",
  ast: "sgot, ast",
  bilirubin: "bilirubin, bilirubins",
  albumin: "serum albumin",
  vitamin_d: "25-oh vitamin d",
  dengue_ns1: "ns1, dengue ns1 antigen",
  dengue_antibodies: "dengue igm/igg, dengue igg and igm, dengue duo",
  syphilis: "rpr, vdrl",
  typhoid: "typhidot, typhoid test",
  sputum: "sputum afb, genexpert, gene xpert, sputum genexpert",
  h_pylori: "h pylori, h. pylori test",
  chest_pa: "cxr, cxr pa, chest x-ray, chest xray, chest x-ray pa, chest pa",
  chest_pa_lateral: "cxr pal, cxr pa and lateral, chest x-ray pa and lateral, chest pa and lateral",
  us_abdomen:
    "whole abdomen ultrasound, whole abdominal ultrasound, ultrasound of the whole abdomen, utz whole abdomen",
  us_upper_abdomen: "upper abdomen ultrasound, hbt ultrasound, utz hbt",
  us_kub: "kub ultrasound, utz kub",
  us_kub_prostate: "kub and prostate ultrasound, utz kub prostate, kub prostate ultrasound",
  us_thyroid: "thyroid ultrasound, utz thyroid",
  us_breast: "breast ultrasound, utz breast",
  us_pelvic: "pelvic ultrasound, utz pelvis",
  us_transvaginal: "tvs, transvaginal ultrasound",
  us_obstetric: "ob ultrasound, obstetric ultrasound, bps",
  ecg: "ecg, ekg, 12 lead ecg",
  echo: "2d echo, 2decho, echocardiogram",
  treadmill: "treadmill test, stress test",
  holter: "holter, holter monitoring",
  ct_cranial: "cranial ct, ct scan of the head",
  mri_cranial: "cranial mri",
  mammogram: "mammography",
  bone_density: "dexa, dxa, bone densitometry",
};

const kinds: readonly (readonly [RequestKind, readonly TestGroup[]])[] = [
  ["laboratory_request", laboratoryTests],
  ["imaging_request", imagingTests],
];

/** A body part is an imaging test only with the word for it: "Thyroid" alone is none. */
const needsMore = (id: string) => id.startsWith("us_") || id.startsWith("xray_");

const key = (words: string) => fold(words).replace(/\s+/g, " ").trim();
const byWords = new Map(
  kinds.flatMap(([kind, groups]) =>
    groups.flatMap(({ tests }) =>
      tests.flatMap(({ id, label }) =>
        [...(needsMore(id) ? [] : [label]), ...(otherWords[id]?.split(", ") ?? [])].map(
          (words) => [key(words), { kind, id, label }] as const,
        ),
      ),
    ),
  ),
);

/** The test whose whole name, or another name of it, this is. */
export const testNamed = (words: string) => byWords.get(key(words));

/** Characters of a plan that are searched, and of one test's name. */
const READ = 10_000;
const LONGEST = 80;
const BEFORE =
  /^(?:(?:please|pls|to|do|for|get|order|request|requested|repeat|check|send for|labs?|laboratory|workup)\s+)+/i;
const AFTER =
  /\s+(?:today|now|stat|tomorrow|again|fasting|(?:before|on|at|by) (?:the )?(?:next visit|follow[- ]?up)|next visit|in \d{1,2} (?:days?|weeks?|months?))$/i;

function testIn(text: string) {
  if (text.length > LONGEST) return undefined;
  const bare = text.replace(BEFORE, "").replace(AFTER, "");
  return byWords.get(key(text)) ?? byWords.get(key(bare));
}

/** The tests in a plan, by request. Uncertain matches stay text. */
export function plannedTests(plan: string): PlannedRequest[] {
  const found = doneSentences(plan.slice(0, READ), /\n|;|:|(?<!\bh)\.(?=\s|$)/gi)
    .slice(0, 100)
    .flatMap((segment) => parts(segment, [/,/g, /\s(?:and|&|\+)\s/gi, /\//g]))
    .slice(0, 40);
  return kinds.flatMap(([kind]) => {
    const ofKind = found.filter((one) => one.kind === kind);
    const [first] = ofKind;
    const last = ofKind.at(-1);
    if (!first || !last) return [];
    const tests = new Map(ofKind.map(({ id, label }) => [id, { id, label }]));
    return [{ kind, tests: [...tests.values()], start: first.start, end: last.end }];
  });
}

/** The tests of a segment as a whole, else of its parts between the dividers. */
function parts(
  segment: Segment,
  [divider, ...others]: readonly RegExp[],
): { kind: RequestKind; id: string; label: string; start: number; end: number }[] {
  const whole = testIn(segment.text);
  if (whole) return [{ ...whole, start: segment.start, end: segment.start + segment.text.length }];
  if (!divider) return [];
  return doneParts(segments(segment, divider))
    .slice(0, 100)
    .flatMap((part) => parts(part, others));
}
