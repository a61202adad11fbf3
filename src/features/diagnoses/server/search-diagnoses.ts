import { type Diagnosis, MOST_FOUND } from "#features/diagnoses/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { commonIndex, commonWords } from "./common/common-diagnoses.ts";
import { DiagnosisIndex, levels, wordsIn } from "./diagnosis-index.ts";
import type { LoadedList } from "./loaded-list.ts";
import { type OwnDiagnosis, readOwnDiagnoses } from "./own-diagnoses.ts";

/** The shortest search, in characters. */
const FEWEST_LETTERS = 2;

/** With fewer full matches, partial ones fill up to this number. */
const ENOUGH = 8;

const codeOrWords = ({ words, code }: Diagnosis) => code ?? `"${words.toLowerCase()}`;

type Ranked = { found: Diagnosis; level: number; used: number; isLoaded: boolean };

/** Free text is only for users who may view records: it may identify a patient. */
export async function findDiagnoses(
  clinic: ClinicScope,
  search: string,
  { loaded, withFreeText }: { loaded: LoadedList; withFreeText: boolean },
): Promise<Diagnosis[]> {
  const { own: used, list } = await readOwnDiagnoses(clinic);
  const own = used.map(inCommonWords).filter(({ code }) => withFreeText || code !== null);
  if (wordsIn(search).join("").length < FEWEST_LETTERS)
    return onceEach(own)
      .slice(0, MOST_FOUND)
      .map(({ words, code }) => ({ words, code }));
  const index = await loaded.indexOf(clinic, list);
  const uses = new Map<string, number>();
  for (const each of own) uses.set(codeOrWords(each), (uses.get(codeOrWords(each)) ?? 0) + each.used);
  const ranked: Ranked[] = [
    ...commonIndex().search(search, new Set(own.map(({ code }) => code))),
    // What is in the built-in table is found there.
    ...new DiagnosisIndex(own.filter(({ code }) => code === null || commonWords(code) === undefined)).search(
      search,
    ),
    ...(index?.search(search) ?? []).map((hit) => ({ ...hit, isLoaded: true })),
  ].map(({ found, level, ...hit }) => ({
    found,
    level,
    used: uses.get(codeOrWords(found)) ?? 0,
    isLoaded: "isLoaded" in hit,
  }));
  ranked.sort(
    (one, other) =>
      one.level - other.level ||
      other.used - one.used ||
      Number(one.isLoaded) - Number(other.isLoaded) ||
      one.found.words.length - other.found.words.length ||
      (codeOrWords(one.found) < codeOrWords(other.found) ? -1 : 1),
  );
  const whole = onceEach(
    ranked.flatMap(({ found, level }) => (level < levels.some ? inCommonWords(found) : [])),
  );
  const all = onceEach([...whole, ...ranked.map(({ found }) => inCommonWords(found))]);
  return all
    .slice(0, Math.min(MOST_FOUND, Math.max(whole.length, ENOUGH)))
    .map(({ words, code }) => ({ words, code }));
}

/** A code of the built-in table always has its words. */
const inCommonWords = <D extends Diagnosis | OwnDiagnosis>(diagnosis: D): D => ({
  ...diagnosis,
  words: (diagnosis.code !== null && commonWords(diagnosis.code)) || diagnosis.words,
});

function onceEach<D extends Diagnosis>(list: readonly D[]): D[] {
  const known = new Set<string>();
  return list.filter((each) => {
    const key = codeOrWords(each);
    return !known.has(key) && known.add(key);
  });
}
