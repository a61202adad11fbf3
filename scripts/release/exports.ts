import { execFileSync } from "node:child_process";

import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addExport, type Export, fetchExport, linkExport, oneExport } from "#features/exports/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { pathOf } from "#shared/endpoint.ts";
import { aSession, type TestUser } from "#test/data/factories.ts";
import { seedLargeClinics } from "#test/data/large-clinics.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { atMost, type Figure, verdict } from "#test/harness/figure.ts";
import { besidePolls, type Poll, pollFigures } from "#test/harness/polls.ts";
import { metricsSecret } from "./hostile-papers.ts";

/** Of the exported clinic, which has five times as many consultations. */
const PATIENTS = 100_000;
/** Megabytes of one stored file, and number of files. */
const MEGABYTES = 250;
const FILES = 16;
/** Megabytes that an export may add to the server's memory at rest. */
const MEMORY = 400;

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Exports and downloads a clinic of 100,000 patients and some gigabytes of files while another clinic polls. */
export async function proveExports(environment: OwnEnvironment): Promise<Figure[]> {
  const { stage, many, klinika } = environment;
  const patients = many(PATIENTS);
  const { bigClinicId, ownerId } = await seedLargeClinics(stage.databaseUrl, {
    inBigClinic: patients,
    elsewhere: 1000,
    clinics: 10,
    now: new Date(),
  });
  const bytes = await storeFiles(environment, bigClinicId, ownerId);
  await stage.sql("insert into credentials (user_id, password_hash) values ($1, 'none')", [ownerId]);
  const owner = { id: ownerId, token: await aSession(stage, ownerId) };
  // At rest, with its pages and statements loaded.
  await stage.call(listPatients, owner.token, { query: { limit: "25" } });
  const atRest = megabytesOf(klinika);
  let most = atRest;
  let latest = 0;
  const watch = setInterval(() => {
    most = Math.max(most, megabytesOf(klinika));
    void loopDelayOf(environment).then((delay) => {
      latest = Math.max(latest, delay);
    });
  }, 500);
  let made: Export | undefined;
  let madeIn = 0;
  let fetchedIn = 0;
  let fetched = 0;
  let polls: Poll[] = [];
  try {
    const began = performance.now();
    polls = await besidePolls(environment, async () => {
      made = await exported(stage, owner);
    });
    madeIn = seconds(began);
    const fetching = performance.now();
    fetched = await fetchAll(environment, owner, made?.id ?? 0);
    fetchedIn = seconds(fetching);
  } finally {
    clearInterval(watch);
  }
  const rows = (made?.total ?? 0).toLocaleString("en");
  return [
    atMost(
      `seconds of an export of ${patients.toLocaleString("en")} patients, ${rows} rows and files, ${(bytes / 1e9).toFixed(1)} GB of files`,
      madeIn,
      600,
      " s",
      0,
    ),
    atMost(`megabytes above the ${atRest.toFixed(0)} at rest`, most - atRest, MEMORY, " MB", 0),
    atMost("worst delay of the event loop in a minute, in ms", latest, 100, " ms", 0),
    verdict(
      `bytes fetched, in ${fetchedIn.toFixed(0)} s`,
      fetched.toLocaleString("en"),
      (made?.bytes ?? 0).toLocaleString("en"),
      fetched === made?.bytes,
    ),
    ...pollFigures(polls, "beside this export"),
  ];
}

/** Sparse files in the file store: their zeros take no disk space, and are read as any other bytes. */
async function storeFiles(
  { stage, dataDir, many }: OwnEnvironment,
  clinicId: number,
  ownerId: number,
): Promise<number> {
  const size = MEGABYTES * 1e6;
  const files = many(FILES);
  await mkdir(join(dataDir, "files", String(clinicId), "00"), { recursive: true });
  for (let n = 0; n < files; n++) {
    const key = `${clinicId}/00/sparse-${n}`;
    const path = join(dataDir, "files", key);
    await writeFile(path, "");
    await truncate(path, size);
    await stage.sql(
      `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_by_id, uploaded_at, attached_at)
       select $1, $2, $3, 'Scan.dcm', 'application/dicom', $4, decode(repeat('00', 32), 'hex'), 'imaging', p.id, $5, now(), now()
       from patients p where p.clinic_id = $1 order by p.id limit 1`,
      [clinicId, `sparse-${n}.dcm`, key, size, ownerId],
    );
  }
  return files * size;
}

async function exported(stage: OwnEnvironment["stage"], owner: Pick<TestUser, "token">): Promise<Export> {
  const started = await stage.call(addExport, owner.token, { body: { hasPapers: false } });
  if (started.statusCode !== 200) throw new Error(started.body);
  const params = { id: (started.json() as Export).id };
  for (;;) {
    const now = (await stage.call(oneExport, owner.token, { params })).json() as Export;
    if (now.state === "ready") return now;
    if (now.state !== "waiting" && now.state !== "running") throw new Error(`${now.state}: ${now.problem}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function fetchAll(
  { stage }: OwnEnvironment,
  { token }: Pick<TestUser, "token">,
  id: number,
): Promise<number> {
  const link = await stage.call(linkExport, token, { params: { id } });
  const address = (link.json() as { address: string }).address;
  const answer = await fetch(`${stage.origin}${address}`);
  if (!address.startsWith(pathOf(fetchExport, { token: "" })) || !answer.body)
    throw new Error(`${address} answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}

/** Memory of the server's process, with what it shares. */
const megabytesOf = ({ process }: OwnEnvironment["klinika"]): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(process.pid)], { encoding: "utf8" })) / 1000;

/** In milliseconds, the longest of the last minute or two. */
async function loopDelayOf({ send }: OwnEnvironment): Promise<number> {
  const headers = { authorization: `Bearer ${metricsSecret}` };
  const { body } = await send({ method: "GET", url: "/metrics", headers });
  const delays = body.matchAll(/^klinika_event_loop_delay_seconds\S* (\S+)$/gm);
  return Math.max(0, ...[...delays].map(([, delay]) => Number(delay) * 1000));
}
