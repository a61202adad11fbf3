import { MergeChoices, mergePatients, undoMerge } from "#features/merges/contract.ts";
import type { Stage } from "#test/app.ts";
import { GeneratedPairs, type Pair, rowTexts, tablesBelow } from "#test/data/generated-pairs.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, info, none } from "../harness/figure.ts";

const batch = 100;

type Failures = {
  merges: string[];
  left: string[];
  undone: string[];
  differs: string[];
  rewritten: string[];
};

/** Merges and undoes pairs of records with a row in every table below patients, and compares every row of both clinics. */
export async function proveMerges({
  stage,
  many,
  random,
}: Pick<EmptyEnvironment, "stage" | "many" | "random">): Promise<Figure[]> {
  const total = many(1000);
  const made = await GeneratedPairs.open(stage, () => random.next());
  const clinics = [made.clinic.id, made.colleague.id];
  const failures: Failures = { merges: [], left: [], undone: [], differs: [], rewritten: [] };
  const took: number[] = [];
  let rows = 0;
  for (let done = 0; done < total; done += batch) {
    const pairs = await made.add(Math.min(batch, total - done));
    const others = pairs.map(({ other }) => other);
    const hung = await rowsThatName(stage, clinics, others);
    for (const table of await tablesBelow(stage))
      if (!hung.includes(table))
        failures.left.push(`${table} had no row of the pairs: nothing is proven of it`);
    const before = await rowTexts(stage, clinics);
    const noted = await history(stage, clinics, null);
    const ids: number[] = [];
    for (const pair of pairs) {
      const start = performance.now();
      const answer = await stage.call(mergePatients, made.clinic.owner.token, {
        params: { id: pair.survivor },
        body: { otherId: pair.other, choices: chosen(() => random.next()) },
      });
      took.push(performance.now() - start);
      if (answer.statusCode === 200) ids.push(answer.json<{ id: number }>().id);
      else failures.merges.push(`${named(pair)}: ${answer.statusCode} ${answer.body}`);
    }
    failures.left.push(
      ...(await rowsThatName(stage, clinics, others)).map((table) => `${table} names one that is gone`),
    );
    for (const id of ids.toReversed()) {
      const answer = await stage.call(undoMerge, made.clinic.owner.token, { params: { id } });
      if (answer.statusCode !== 200) failures.undone.push(`merge ${id}: ${answer.statusCode} ${answer.body}`);
    }
    const after = await rowTexts(stage, clinics);
    rows += before.size;
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (before.get(key) !== after.get(key))
        failures.differs.push(`${key}: ${before.get(key) ?? "new"} is ${after.get(key) ?? "gone"}`);
    const later = await history(stage, clinics, noted.last);
    if (later.state !== noted.state) failures.rewritten.push(`pairs ${done + 1} to ${done + pairs.length}`);
  }
  took.sort((one, other) => one - other);
  const at = (share: number) => `${(took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  return [
    none("merges of two full records that were refused", total, failures.merges),
    none("tables in which a row still refers to the merged record", total, failures.left),
    none("undos that were refused", total, failures.undone),
    none("rows that are not as before the merge, after its undo", rows, failures.differs),
    none("batches that changed earlier record history", Math.ceil(total / batch), failures.rewritten),
    info("time of a merge: median, p95, longest", [0.5, 0.95, 1].map(at).join(", ")),
  ];
}

const named = ({ survivor, other }: Pair) => `${other} into ${survivor}`;

/** Chooses nearly every third field. */
const chosen = (random: () => number) =>
  Object.fromEntries(
    Object.keys(MergeChoices.shape).flatMap((field) => {
      const drawn = random();
      return drawn < 0.3 ? [[field, drawn < 0.15 ? "survivor" : "other"]] : [];
    }),
  );

async function rowsThatName(
  stage: Stage,
  clinics: readonly number[],
  ids: readonly number[],
): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesBelow(stage)) {
    const named = await ofEach(clinics, (clinic) =>
      stage.sql(
        `select 1 from ${table} t where clinic_id = $1 and exists (
           select from jsonb_each_text(to_jsonb(t)) part where part.key ~ 'patient_id$' and part.value = any($2)) limit 1`,
        [clinic, ids.map(String)],
      ),
    );
    if (named.flat().length > 0) found.push(table);
  }
  return found;
}

/** A digest of the record history up to a row. */
const history = async (stage: Stage, clinics: readonly number[], last: number | null) => {
  const ends = await ofEach(clinics, (clinic) =>
    stage.sql<{ state: string | null; last: string | null }>(
      `select md5(string_agg(to_jsonb(h)::text, ',' order by id)) as state, max(id)::text as last from record_history h
       where clinic_id = $1 and ($2::bigint is null or id <= $2)`,
      [clinic, last],
    ),
  );
  const rows = ends.flat();
  return {
    state: rows.map(({ state }) => state).join(),
    last: Math.max(...rows.map((row) => Number(row.last))),
  };
};

/** One statement for each clinic, which a cluster routes to one node. */
const ofEach = <T>(clinics: readonly number[], ask: (clinic: number) => Promise<T>): Promise<T[]> =>
  Promise.all(clinics.map(ask));
