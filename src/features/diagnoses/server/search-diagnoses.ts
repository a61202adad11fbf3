import { type Diagnosis, MOST_FOUND } from "#features/diagnoses/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { commonIndex, commonWords } from "./common/common-diagnoses.ts";
import { DiagnosisIndex, wordsIn } from "./diagnosis-index.ts";
import type { LoadedList } from "./loaded-list.ts";
import { type OwnDiagnosis, readOwnDiagnoses } from "./own-diagnoses.ts";

/** Letters from which is searched. */
const FEWEST_LETTERS = 2;

const keyOf = ({ words, code }: Diagnosis) => code ?? `"${words.toLowerCase()}`;

type Ranked = { found: Diagnosis; level: number; used: number; isLoaded: boolean };

/** Free text that was used is for those who may view records: it may say whose it was. */
export async function findDiagnoses(
  clinic: ClinicScope,
  search: string,
  { loaded, withFreeText }: { loaded: LoadedList; withFreeText: boolean },
): Promise<Diagnosis[]> {
  const { own: all, list } = await readOwnDiagnoses(clinic);
  const own = all.map(inCommonWords).filter(({ code }) => withFreeText || code !== null);
  if (wordsIn(search).join("").length < FEWEST_LETTERS)
    return onceEach(own)
      .slice(0, MOST_FOUND)
      .map(({ words, code }) => ({ words, code }));
  const index = await loaded.indexOf(clinic, list);
  const used = new Map<string, number>();
  for (const each of own) used.set(keyOf(each), (used.get(keyOf(each)) ?? 0) + each.used);
  const ranked: Ranked[] = [
    ...commonIndex.search(search),
    ...new DiagnosisIndex(own).search(search),
    ...(index?.search(search) ?? []).map((hit) => ({ ...hit, isLoaded: true })),
  ].map(({ found, level, ...hit }) => ({
    found,
    level,
    used: used.get(keyOf(found)) ?? 0,
    isLoaded: "isLoaded" in hit,
  }));
  ranked.sort(
    (one, other) =>
      one.level - other.level ||
      other.used - one.used ||
      Number(one.isLoaded) - Number(other.isLoaded) ||
      one.found.words.length - other.found.words.length ||
      keyOf(one.found).localeCompare(keyOf(other.found)),
  );
  return onceEach(ranked.map(({ found }) => inCommonWords(found)))
    .slice(0, MOST_FOUND)
    .map(({ words, code }) => ({ words, code }));
}

/** A code of the product's own table is always in its words. */
const inCommonWords = <D extends Diagnosis | OwnDiagnosis>(diagnosis: D): D => ({
  ...diagnosis,
  words: (diagnosis.code !== null && commonWords(diagnosis.code)) || diagnosis.words,
});

function onceEach<D extends Diagnosis>(list: readonly D[]): D[] {
  const known = new Set<string>();
  return list.filter((each) => {
    const key = keyOf(each);
    return !known.has(key) && known.add(key);
  });
}
