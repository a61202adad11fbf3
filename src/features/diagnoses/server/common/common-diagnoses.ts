import { DiagnosisIndex, type Findable } from "../diagnosis-index.ts";
import { bonesKidneysGenitals } from "./bones-kidneys-genitals.ts";
import { circulationBreathing } from "./circulation-breathing.ts";
import { digestionSkin } from "./digestion-skin.ts";
import { growthsBloodGlands } from "./growths-blood-glands.ts";
import { infections } from "./infections.ts";
import { injuriesVisits } from "./injuries-visits.ts";
import { mindNervesEyesEars } from "./mind-nerves-eyes-ears.ts";
import { pregnancyNewbornsSymptoms } from "./pregnancy-newborns-symptoms.ts";

const chapters = [
  infections,
  growthsBloodGlands,
  mindNervesEyesEars,
  circulationBreathing,
  digestionSkin,
  bonesKidneysGenitals,
  pregnancyNewbornsSymptoms,
  injuriesVisits,
];

export const commonLines = chapters.flatMap((chapter) => chapter.trim().split("\n"));

/** The diagnoses most common in a private practice in the Philippines, in our words with the WHO's code. */
export const commonDiagnoses: readonly (Findable & { code: string })[] = commonLines.map((line) => {
  const [code = "", words = "", also = ""] = line.split("|");
  return { code, words, also: also === "" ? [] : also.split(", ") };
});

const wordsByCode = new Map(commonDiagnoses.map(({ code, words }) => [code, words]));

export const commonWords = (code: string): string | undefined => wordsByCode.get(code);

let index: DiagnosisIndex | undefined;

/** Built at the first search, so that it does not delay the start. */
export function commonIndex(): DiagnosisIndex {
  index ??= new DiagnosisIndex(commonDiagnoses);
  return index;
}
