import { createHash } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signUp } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { CrashTarget, eventually, somebody } from "#measure/harness/crash-target.ts";
import type { EnvironmentSource } from "#measure/harness/environment.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { Random } from "#scripts/demo/random.ts";
import type { Answer } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/example-files.ts";
import { connected } from "#test/postgres.ts";
import { type Request, requestFor } from "#test/request-for.ts";

/**
 * Eight people register patients without a pause, two of them with a paper, while the application and the database
 * are killed in turn. What got no answer is sent again with its key, as the screens do. Much of a round is waiting for
 * a start, so that two Klinikas are killed side by side.
 */
export async function kills({ share, seed }: Pick<EnvironmentSource, "share" | "seed">): Promise<Figure[]> {
  const rounds = Math.max(1, Math.round(500 * share));
  const turns = upTo(rounds);
  const killed = await Promise.allSettled(
    Array.from({ length: Math.min(2, rounds) }, (_, side) =>
      killInTurn(turns, rounds, new Random(seed + side)),
    ),
  );
  const sides = killed.map((side) => {
    if (side.status === "rejected") throw side.reason;
    return side.value;
  });
  const all = (part: "lost" | "half" | "unwanted" | "broken" | "unclear") =>
    sides.flatMap((side) => side[part]);
  const sum = (part: "acknowledged" | "patients" | "papers" | "answers") =>
    sides.reduce((so, side) => so + side[part], 0);
  const kills = `${rounds} times kill -9 of the application, ${rounds} of all processes of the database`;
  return [
    none(`acknowledged patients lost (${kills})`, sum("acknowledged"), all("lost")),
    none(
      "patients stored without their history or their key, or with it twice",
      sum("patients"),
      all("half"),
    ),
    none("patients stored twice, or that nobody sent", sum("patients"), all("unwanted")),
    none("papers of patients whose bytes are gone or others", sum("papers"), all("broken")),
    none("answers meanwhile that are neither the work done nor “try again”", sum("answers"), all("unclear")),
  ];
}

/** Where two take from it and one of them breaks off, there is nothing left for the other. */
function* upTo(end: number): Generator<number> {
  for (let n = 0; n < end; n += 1) yield n;
}

/** Takes one turn after the other, as long as there are any, and tells what is stored in the end. */
async function killInTurn(turns: Iterable<number>, rounds: number, random: Random) {
  const victim = new CrashTarget(await mkdtemp(join(tmpdir(), "klinika-kills-")));
  const told: Told = { acknowledged: new Map(), sent: new Set(), unclear: [], answers: 0 };
  try {
    const signedUp = await (await victim.ready()).send(requestFor(signUp, null, { body: somebody }));
    const { token } = signedUp.json();
    let isOver = false;
    const writers = Array.from({ length: 8 }, (_, writer) =>
      write(victim, token, writer, told, () => isOver),
    );
    for (const round of turns) {
      await someWork(told, random);
      await victim.killApplication();
      await someWork(told, random);
      await victim.killDatabase();
      if ((round + 1) % 50 === 0) console.log(`faults: ${round + 1} of ${rounds} rounds of kills`);
    }
    isOver = true;
    await Promise.all(writers);
    const place = { databaseUrl: victim.databaseUrl(), dataDir: victim.dataDir };
    const { acknowledged, unclear, answers } = told;
    return { ...(await readStored(place, told)), acknowledged: acknowledged.size, unclear, answers };
  } finally {
    await victim.end();
  }
}

/** What the writers were told: the paths of the papers by admission number. */
export type Told = {
  acknowledged: Map<string, string[]>;
  sent: Set<string>;
  unclear: string[];
  answers: number;
};

/** The blow falls at any moment of the work. */
async function someWork(told: Told, random: Random): Promise<void> {
  const before = told.acknowledged.size;
  if (!(await eventually(async () => told.acknowledged.size > before + 10, 60_000)))
    throw new Error("Nobody was served for a minute after a kill.");
  await new Promise((resolve) => setTimeout(resolve, random.between(0, 59)));
}

export async function write(
  victim: CrashTarget,
  token: string,
  writer: number,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const admissionNo = `K${writer}-${n}`;
    const papers: string[] = [];
    if (writer < 2) {
      const paper = asMultipart([["CBC.pdf", aPdf(admissionNo)]]);
      const headers = { ...paper.headers, "idempotency-key": `paper-${admissionNo}` };
      papers.push(
        ...(await untilTold(victim, told, requestFor(uploadFiles, token, { ...paper, headers }))).json()
          .files,
      );
    }
    told.sent.add(admissionNo);
    await untilTold(
      victim,
      told,
      requestFor(addPatient, token, {
        body: {
          admissionNo,
          hospital: "Makati Medical Center",
          patientName: `Kill, ${n}`,
          sex: "F",
          laboratoryFiles: papers,
        },
        headers: { "idempotency-key": admissionNo },
      }),
    );
    told.acknowledged.set(admissionNo, papers);
  }
}

/** Again and again with the same key. What is refused must say that it can be tried again. */
async function untilTold(victim: CrashTarget, told: Told, request: Request): Promise<Answer> {
  for (;;) {
    const answer = await victim.wire?.send(request).catch(() => null);
    if (answer) told.answers += 1;
    if (answer && answer.statusCode < 300) return answer;
    if (answer && (answer.statusCode !== 503 || !/try again/.test(answer.json().message)))
      told.unclear.push(`${answer.statusCode} ${answer.body.slice(0, 160)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Stored = { admission_no: string; events: number; keys: number; papers: string[] };
type File = { path: string; stored_as: string; sha256: Buffer };

/** What is stored against what was promised: the patient, the history of its registration, its key, its papers. */
export async function readStored(place: { databaseUrl: string; dataDir: string }, told: Told) {
  return connected(place.databaseUrl, async (client) => {
    const patients = await client.query<Stored>(
      `select admission_no, laboratory_files as papers,
              (select count(*)::integer from record_history h
               where h.patient_id = p.id and h.entity = 'patients' and h.event = 'patient.create') as events,
              (select count(*)::integer from idempotency_keys k where k.key = p.admission_no and k.status is not null) as keys
       from patients p`,
    );
    const files = await client.query<File>("select path, stored_as, sha256 from files");
    const byNumber = Map.groupBy(patients.rows, ({ admission_no }) => admission_no);
    const lost = [...told.acknowledged].filter(([number, papers]) => {
      const [row] = byNumber.get(number) ?? [];
      return !row || row.papers.join() !== papers.join();
    });
    const half = patients.rows.filter(({ events, keys }) => events !== 1 || keys !== 1);
    const unwanted = [...byNumber].filter(([number, rows]) => rows.length !== 1 || !told.sent.has(number));
    const byPath = new Map(files.rows.map((file) => [file.path, file]));
    const papers = patients.rows.flatMap((row) => row.papers);
    const broken: string[] = [];
    for (const path of papers) if (!(await isWhole(place.dataDir, byPath.get(path)))) broken.push(path);
    return {
      patients: patients.rows.length,
      papers: papers.length,
      lost: lost.map(([number]) => number),
      half: half.map(({ admission_no }) => admission_no),
      unwanted: unwanted.map(([number]) => number),
      broken,
    };
  });
}

async function isWhole(dataDir: string, file: File | undefined): Promise<boolean> {
  if (!file) return false;
  const bytes = await readFile(join(dataDir, "files", file.stored_as)).catch(() => Buffer.alloc(0));
  return createHash("sha256").update(bytes).digest().equals(file.sha256);
}
