import {
  addImport,
  decideImport,
  type ImportDetails,
  mapImport,
  oneImport,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, type TestClinic } from "#test/data/factories.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { atMost, type Figure, none, verdict } from "#test/harness/figure.ts";
import { besidePolls, pollFigures } from "#test/harness/polls.ts";
import { madeList, plainName } from "./made-list.ts";

const sizes = [2000, 10_000, 50_000];
/** Seconds for an import of 50,000 rows. */
const GOAL = 60;

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Reads, checks, imports, recounts and takes back generated lists while another clinic polls. */
export async function proveImports(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many } = environment;
  const figures: Figure[] = [];
  const polls = await besidePolls(environment, async () => {
    for (const size of sizes) figures.push(...(await oneList(stage, many(size))));
  });
  return [...figures, ...pollFigures(polls, "beside these imports")];
}

async function oneList(stage: OwnEnvironment["stage"], size: number): Promise<Figure[]> {
  const clinic = await aClinic(stage);
  const { token } = clinic.owner;
  const list = madeList(size, size, manilaDay(new Date()));
  const call = async <Answer>(...[endpoint, sent]: [Parameters<typeof stage.call>[0], object]) => {
    const answer = await stage.call(endpoint, token, sent);
    if (answer.statusCode !== 200) throw new Error(`${endpoint.path}: ${answer.body.slice(0, 300)}`);
    return answer.json() as Answer;
  };
  const ended = async (id: number, state: string): Promise<ImportDetails> => {
    for (;;) {
      const now = await call<ImportDetails>(oneImport, { params: { id } });
      if (now.state === state) return now;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const reading = performance.now();
  const read = await call<ImportDetails>(addImport, asMultipart([["list.csv", list.bytes]], "file"));
  const readIn = seconds(reading);
  const params = { id: read.id };
  const checking = performance.now();
  await call(mapImport, { params, body: read.mapping });
  const checked = await ended(read.id, "checked");
  const checkedIn = seconds(checking);
  // The import asks about people with the same birthday and surname; in this list they are different people.
  const asked = await call<{ decided: number }>(decideImport, { params, body: { choice: "keep" } });
  const running = performance.now();
  await call(runImport, { params });
  const done = await ended(read.id, "done");
  const ranIn = seconds(running);
  const { lost, doubled, strangers } = await recount(stage, clinic, list.people);
  const back = performance.now();
  await call(takeBackImport, { params });
  await ended(read.id, "taken-back");
  const backIn = seconds(back);
  const left = await stage.sql("select 1 from patients where clinic_id = $1", [clinic.id]);
  const rows = size.toLocaleString("en");
  const { here, twice, look } = checked.figures;
  const found = here + twice + look - asked.decided;
  return [
    none(`people lost of a list of ${rows} rows`, list.people.length, lost),
    none(`people duplicated of a list of ${rows} rows`, list.people.length, doubled),
    none("patients who are not on the list", done.figures.added, strangers),
    verdict(
      "its duplicates and errors: found, of those put in",
      `${found} of ${list.doubles + list.faults}, ${asked.decided} people of the same day asked about`,
      "all",
      found === list.doubles + list.faults,
    ),
    atMost(
      `seconds from the file to the last patient (read ${readIn.toFixed(1)}, checked ${checkedIn.toFixed(1)}, imported ${ranIn.toFixed(1)})`,
      readIn + checkedIn + ranIn,
      GOAL,
      " s",
      1,
    ),
    none(
      `patients left after taking it back, in ${backIn.toFixed(1)} s`,
      done.figures.added,
      left.map(() => "a patient"),
    ),
  ];
}

/** Who of the list is registered once, by a comparison independent of the import. */
async function recount(
  stage: OwnEnvironment["stage"],
  clinic: TestClinic,
  people: readonly { key: string }[],
) {
  const rows = await stage.sql<{ patient_name: string; birthday: string }>(
    "select patient_name, birthday::text from patients where clinic_id = $1",
    [clinic.id],
  );
  const found = new Map<string, number>();
  for (const { patient_name, birthday } of rows) {
    const key = `${plainName(patient_name)} ${birthday}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const wanted = new Set(people.map(({ key }) => key));
  return {
    lost: [...wanted].filter((key) => !found.has(key)),
    doubled: [...wanted].filter((key) => (found.get(key) ?? 0) > 1),
    strangers: [...found.keys()].filter((key) => !wanted.has(key)),
  };
}
