import { createHash } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { signUp } from "#features/accounts/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { Random } from "#scripts/demo/random.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Answer } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { CrashTarget, eventually, somebody } from "#test/harness/crash-target.ts";
import type { EnvironmentSource } from "#test/harness/environment.ts";
import { type Figure, none } from "#test/harness/figure.ts";
import { type Request, requestFor } from "#test/request-for.ts";

/**
 * Eight people register patients without a pause, two of them with a paper, while the application and the database are
 * killed in turn. Requests without a response are retried with their key, as the screens do. Much of a round is waiting
 * for a start, so two Klinikas are killed side by side.
 */
export async function kills({ share, seed }: Pick<EnvironmentSource, "share" | "seed">): Promise<Figure[]> {
  const rounds = Math.max(1, Math.round(500 * share));
  let left = rounds;
  const sides = await Promise.all(
    Array.from({ length: Math.min(2, rounds) }, (_, side) =>
      underWork(join(tmpdir(), "klinika-kills-"), async (victim, answers) => {
        const random = new Random(seed + side);
        while (left-- > 0) {
          await someWork(answers, random);
          await victim.killApplication();
          await someWork(answers, random);
          await victim.killDatabase();
          if (left % 50 === 0) console.log(`faults: ${left} of ${rounds} rounds of kills left`);
        }
      }),
    ),
  );
  const all = (part: "lost" | "half" | "unwanted" | "broken" | "unclear") =>
    sides.flatMap((side) => side[part]);
  const sum = (part: "acknowledged" | "patients" | "papers" | "answers") =>
    sides.reduce((so, side) => so + side[part], 0);
  const times = `${rounds} times kill -9 of the application, ${rounds} of all processes of the database`;
  return [
    none(`acknowledged patients lost (${times})`, sum("acknowledged"), all("lost")),
    none(
      "patients stored without their history or their key, or with it twice",
      sum("patients"),
      all("half"),
    ),
    none("patients stored twice or never sent", sum("patients"), all("unwanted")),
    none("papers of patients whose bytes are missing or changed", sum("papers"), all("broken")),
    none("responses meanwhile that are neither success nor “try again”", sum("answers"), all("unclear")),
  ];
}

/** Results of the writers: the paths of the papers by admission number. */
export type Answers = {
  acknowledged: Map<string, string[]>;
  sent: Set<string>;
  /** Statuses of refusals, and those without a reason to try again. */
  refused: number[];
  unclear: string[];
  count: number;
};

/** Runs the work on a new Klinika while eight write to it, and checks what is stored in the end. */
export async function underWork(
  place: string,
  work: (victim: CrashTarget, answers: Answers) => Promise<void>,
) {
  const victim = new CrashTarget(await mkdtemp(place));
  const answers: Answers = { acknowledged: new Map(), sent: new Set(), refused: [], unclear: [], count: 0 };
  let isOver = false;
  try {
    const signedUp = await (await victim.ready()).send(requestFor(signUp, null, { body: somebody }));
    const { token } = signedUp.json();
    const writers = Array.from({ length: 8 }, (_, writer) =>
      write(victim, token, writer, answers, () => isOver),
    );
    await work(victim, answers);
    isOver = true;
    await Promise.all(writers);
    const stored = await readStored({ databaseUrl: victim.databaseUrl(), dataDir: victim.dataDir }, answers);
    const { acknowledged, unclear, count } = answers;
    return { ...stored, acknowledged: acknowledged.size, unclear, answers: count };
  } finally {
    isOver = true;
    await victim.end();
  }
}

/** The next kill comes at a random moment of the work. */
export async function someWork({ acknowledged }: Answers, random: Random): Promise<void> {
  const before = acknowledged.size;
  if (!(await eventually(async () => acknowledged.size > before + 10)))
    throw new Error("No request succeeded for a minute.");
  await wait(random.between(0, 59));
}

async function write(
  victim: CrashTarget,
  token: string,
  writer: number,
  answers: Answers,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const admissionNo = `K${writer}-${n}`;
    const papers: string[] = [];
    if (writer < 2) {
      const paper = asMultipart([["CBC.pdf", aPdf(admissionNo)]]);
      const headers = { ...paper.headers, "idempotency-key": `paper-${admissionNo}` };
      const request = requestFor(uploadFiles, token, { ...paper, headers });
      papers.push(...(await untilAnswered(victim, answers, request)).json().files);
    }
    answers.sent.add(admissionNo);
    const hospital = "Makati Medical Center";
    const request = requestFor(addPatient, token, {
      body: { admissionNo, hospital, patientName: `Kill, ${n}`, sex: "F", laboratoryFiles: papers },
      headers: { "idempotency-key": admissionNo },
    });
    await untilAnswered(victim, answers, request);
    answers.acknowledged.set(admissionNo, papers);
  }
}

const reasons: Record<number, RegExp> = { 503: /try again/, 507: /full|no space left/ };

/** Repeats with the same key. A refusal must say that it can be retried, or that the disk is full. */
async function untilAnswered(victim: CrashTarget, answers: Answers, request: Request): Promise<Answer> {
  for (;;) {
    const answer = await victim.wire?.send(request).catch(() => null);
    if (answer) answers.count += 1;
    if (answer && answer.statusCode < 300) return answer;
    if (answer) answers.refused.push(answer.statusCode);
    if (answer && !reasons[answer.statusCode]?.test(answer.body))
      answers.unclear.push(`${answer.statusCode} ${answer.body.slice(0, 160)}`);
    await wait(20);
  }
}

type Stored = { admission_no: string; events: number; keys: number; papers: string[] };
type File = { path: string; stored_as: string; sha256: Buffer };

/** Compares what is stored with what was acknowledged: the patient, its history, its key, its papers. */
export async function readStored(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  { acknowledged, sent }: Pick<Answers, "acknowledged" | "sent">,
) {
  const { patients, files } = await withClient(databaseUrl, async (client) => ({
    patients: (
      await client.query<Stored>(
        `select admission_no, laboratory_files as papers,
                (select count(*)::integer from record_history h
                 where h.patient_id = p.id and h.entity = 'patients' and h.event = 'patient.create') as events,
                (select count(*)::integer from idempotency_keys k where k.key = p.admission_no and k.status is not null) as keys
         from patients p`,
      )
    ).rows,
    files: (await client.query<File>("select path, stored_as, sha256 from files")).rows,
  }));
  const byNumber = Map.groupBy(patients, ({ admission_no }) => admission_no);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const papers = patients.flatMap((row) => row.papers);
  const broken: string[] = [];
  for (const path of papers) {
    const file = byPath.get(path);
    const bytes = await readFile(join(dataDir, "files", file?.stored_as ?? "")).catch(() => Buffer.alloc(0));
    if (!file || !createHash("sha256").update(bytes).digest().equals(file.sha256)) broken.push(path);
  }
  return {
    patients: patients.length,
    papers: papers.length,
    lost: [...acknowledged].flatMap(([number, promised]) =>
      byNumber.get(number)?.[0]?.papers.join() === promised.join() ? [] : [number],
    ),
    half: patients.flatMap((row) => (row.events === 1 && row.keys === 1 ? [] : [row.admission_no])),
    unwanted: [...byNumber].flatMap(([number, rows]) =>
      rows.length === 1 && sent.has(number) ? [] : [number],
    ),
    broken,
  };
}
