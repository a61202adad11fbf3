import { recordVitals } from "#features/consultations/contract.ts";
import { addPatient, editPatient, nextAdmissionNumber, onePatient } from "#features/patients/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { addVisit, callNext } from "#features/visits/contract.ts";
import type { EmptyEnvironment } from "#measure/harness/environment.ts";
import type { Pair } from "#measure/harness/pair.ts";
import { type Figure, none, verdict } from "#measure/report/figure.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";
import { requestFor } from "#test/request-for.ts";

/** Runs the numbers up to `total` with limited concurrency. */
export async function atOnce(
  workers: number,
  total: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < total) await work(next++);
    }),
  );
}

/** Four doctors press Accept at the same moment: one patient, one winner. */
export async function proveClaims({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  const total = many(1000);
  // One clinic may send another one 30 an hour.
  const senders = await Promise.all(Array.from({ length: Math.ceil(total / 30) }, () => aClinic(stage)));
  const receiver = await aClinic(stage);
  const sessions = await Promise.all(Array.from({ length: 4 }, () => aSession(stage, receiver.owner.id)));
  const against: string[] = [];
  const referrals: number[] = [];
  await atOnce(8, total, async (n) => {
    const sender = senders[n % senders.length] as TestClinic;
    const patient = await aPatient(stage, sender);
    const sent = await stage.call(sendReferral, sender.owner.token, {
      params: { id: patient },
      body: { toClinicId: receiver.id, referralReason: "Echocardiography" },
    });
    referrals.push(sent.json().id);
  });
  await atOnce(8, total, async (n) => {
    const params = { id: referrals[n] ?? 0 };
    const answers = await Promise.all(sessions.map((token) => stage.call(claimReferral, token, { params })));
    const got = answers.map(({ statusCode }) => statusCode).sort();
    if (got.join() !== "200,409,409,409") against.push(`referral ${params.id}: ${got.join(", ")}`);
  });
  const [row] = await stage.sql<{ patients: number; persons: number; numbers: number; waiting: number }>(
    `select count(*)::integer as patients, count(distinct global_patient_id)::integer as persons,
            count(distinct admission_no)::integer as numbers,
            (select count(*)::integer from referrals where clinic_id = $1 and status <> 'claimed') as waiting
     from patients where clinic_id = $1`,
    [receiver.id],
  );
  const { patients = 0, persons = 0, numbers = 0, waiting = 0 } = row ?? {};
  const isWhole = patients === total && persons === total && numbers === total && waiting === 0;
  return [
    none("referrals claimed by 4 at once without exactly one winner", total, against),
    verdict(
      "their patients, persons and admission numbers stored; referrals left open",
      `${patients}, ${persons}, ${numbers}; ${waiting}`,
      `${total} each; 0`,
      isWhole,
    ),
  ];
}

/** Everybody registers at the same desk hour: each takes the number that is offered, or the one offered instead. */
export async function proveNumbers({ stage, many }: EmptyEnvironment): Promise<Figure> {
  const total = many(2000);
  const { id, owner } = await aClinic(stage);
  const given: string[] = [];
  let clashes = 0;
  await atOnce(8, total, async (n) => {
    let admissionNo: string = (await stage.call(nextAdmissionNumber, owner.token)).json().admissionNo;
    for (;;) {
      const answer = await stage.call(addPatient, owner.token, {
        body: { admissionNo, hospital: "Makati Medical Center", patientName: `Race, Number ${n}`, sex: "M" },
      });
      if (answer.statusCode !== 409) {
        given.push(answer.statusCode < 300 ? answer.json().admissionNo : `${answer.statusCode}`);
        return;
      }
      clashes += 1;
      admissionNo = answer.json().suggestion;
    }
  });
  const [row] = await stage.sql<{ numbers: number; people: number }>(
    `select count(distinct admission_no)::integer as numbers, count(distinct patient_name)::integer as people
     from patients where clinic_id = $1`,
    [id],
  );
  const distinct = new Set(given).size;
  return verdict(
    `admission numbers drawn by 8 at once: given, stored, people stored (${clashes} clashes offered another)`,
    `${distinct}, ${row?.numbers}, ${row?.people}`,
    `${total} each`,
    distinct === total && row?.numbers === total && row?.people === total,
  );
}

/** Four press Call Next at the same moment, again and again: each patient is called once, nobody is left out. */
export async function proveCalls({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  const [rounds, callers] = [many(1000), 4];
  const total = rounds * callers;
  const clinic = await aClinic(stage);
  const sessions = await Promise.all(Array.from({ length: callers }, () => aSession(stage, clinic.owner.id)));
  const odd: string[] = [];
  const numbers = new Set<number>();
  await atOnce(8, total, async () => {
    const patientId = await aPatient(stage, clinic);
    const visit = await stage.call(addVisit, clinic.owner.token, { body: { patientId } });
    numbers.add(visit.json().number);
  });
  const called: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(sessions.map((token) => stage.call(callNext, token, { body: {} })));
    for (const answer of answers)
      if (answer.statusCode === 200) called.push(answer.json().id);
      else odd.push(`round ${round}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
  }
  const last = await stage.call(callNext, clinic.owner.token, { body: {} });
  if (last.statusCode !== 404) odd.push(`after the last: ${last.statusCode}`);
  return [
    none(`presses on Call Next by ${callers} at once that called nobody`, total, odd),
    verdict(
      "patients called, different ones among them, queue numbers given",
      `${called.length}, ${new Set(called).size}, ${numbers.size}`,
      `${total} each`,
      called.length === total && new Set(called).size === total && numbers.size === total,
    ),
  ];
}

/** Two people save the same record they both have open. */
export async function proveEdits({ stage, many }: EmptyEnvironment): Promise<Figure> {
  const total = many(1000);
  const clinic = await aClinic(stage);
  const against: string[] = [];
  await atOnce(8, total, async (n) => {
    const id = await aPatient(stage, clinic);
    const read = await stage.call(onePatient, clinic.owner.token, { params: { id } });
    const texts = [`left ${n}`, `right ${n}`];
    const answers = await Promise.all(
      texts.map((remarks) =>
        stage.call(editPatient, clinic.owner.token, {
          params: { id },
          body: { remarks },
          headers: { "if-match": String(read.headers.etag) },
        }),
      ),
    );
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    const loser = answers[1 - winner];
    const [row] = await stage.sql<{ remarks: string }>("select remarks from patients where id = $1", [id]);
    const isSaid = loser?.statusCode === 412 && loser.json().current.remarks === texts[winner];
    if (winner < 0 || !isSaid || row?.remarks !== texts[winner])
      against.push(
        `patient ${id}: ${answers.map(({ statusCode }) => statusCode).join(", ")}, stored ${row?.remarks}`,
      );
  });
  return none(
    "pairs of conflicting edits without one winner, one told and the winner's text stored",
    total,
    against,
  );
}

/** A third of the answers never arrive; the client retries until one does. */
export async function proveRepeats({
  stage,
  many,
  random,
  send,
}: Pick<Pair, "stage" | "many" | "random" | "send">): Promise<Figure[]> {
  const total = many(5000);
  const clinic = await aClinic(stage);
  const patient = await aPatient(stage, clinic);
  const odd: string[] = [];
  let cuts = 0;
  await atOnce(16, total, async (n) => {
    // Done, for a clinic has at most a thousand open tasks.
    const body =
      n % 2 ? { title: `Intent ${n}`, status: "Done" } : { notes: `Intent ${n}`, vitalSigns: { pulse: 60 } };
    const request = requestFor(n % 2 ? addTask : recordVitals, clinic.owner.token, {
      ...(n % 2 ? {} : { params: { id: patient } }),
      body,
      headers: { "idempotency-key": `intent-${n}` },
    });
    for (;;) {
      const cut = random.between(0, 9) < 3 ? random.one(["when sent", "when answered"] as const) : null;
      const answer = await send(request, cut).catch(() => null);
      if (answer && answer.statusCode >= 400)
        odd.push(`${n}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
      if (answer) return;
      cuts += 1;
    }
  });
  const [row] = await stage.sql<{ rows: number; intents: number }>(
    `select count(*)::integer as rows, count(distinct intent)::integer as intents
     from (select title as intent from tasks where clinic_id = $1
           union all select notes from consultations where clinic_id = $1) stored`,
    [clinic.id],
  );
  return [
    verdict(
      `rows, and intents among them, of POSTs repeated on a line that was cut ${cuts.toLocaleString("en")} times`,
      `${row?.rows}, ${row?.intents}`,
      `${total} each`,
      row?.rows === total && row.intents === total && cuts > 0,
    ),
    none("of them, repeats answered otherwise than the first", total, odd),
  ];
}
