import { addBill, takePayment } from "#features/billing/contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { addPatient, editPatient, nextAdmissionNumber, onePatient } from "#features/patients/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { addVisit, callNext } from "#features/visits/contract.ts";
import type { Answer } from "#test/app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { type Figure, none, verdict } from "../harness/figure.ts";
import type { Pair } from "../harness/pair.ts";

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

/** Four doctors press Accept at the same moment: one gets the patient. */
export async function proveClaims({ stage, many }: EmptyEnvironment): Promise<Figure[]> {
  const total = many(1000);
  // A clinic may send another one 30 per hour.
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

/** Everybody registers at the same moment: each takes the number offered, or the one offered instead. */
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

/** Four press Call Next at the same moment, repeatedly: each patient is called once, and nobody is left out. */
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
    none(`concurrent presses on Call Next by ${callers} that called nobody`, total, odd),
    verdict(
      "patients called, distinct ones, queue numbers given",
      `${called.length}, ${new Set(called).size}, ${numbers.size}`,
      `${total} each`,
      called.length === total && new Set(called).size === total && numbers.size === total,
    ),
  ];
}

/** Two people save the same record that both have open. */
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
    "pairs of conflicting edits without one winner, one refusal and the winner's text stored",
    total,
    against,
  );
}

/** Only a real connection can be cut. */
type OnLine = Pick<Pair, "stage" | "many" | "random" | "send">;

/** Sends over a connection that loses a third of the responses, until one arrives. */
const overBadLine =
  ({ random, send }: OnLine) =>
  async (request: Request): Promise<{ answer: Answer; cuts: number }> => {
    for (let cuts = 0; ; cuts += 1) {
      const cut = random.between(0, 9) < 3 ? random.one(["when sent", "when answered"] as const) : null;
      const answer = await send(request, cut).catch(() => null);
      if (answer) return { answer, cuts };
    }
  };

/** POSTs over such a connection: each is stored once. */
export async function proveRepeats(on: OnLine): Promise<Figure[]> {
  const { stage, many } = on;
  const untilAnswered = overBadLine(on);
  const total = many(5000);
  const clinic = await aClinic(stage);
  const patient = await aPatient(stage, clinic);
  const odd: string[] = [];
  let cuts = 0;
  await atOnce(16, total, async (n) => {
    // Set to done, because a clinic has at most a thousand open tasks.
    const body =
      n % 2 ? { title: `Intent ${n}`, status: "Done" } : { notes: `Intent ${n}`, vitalSigns: { pulse: 60 } };
    const request = requestFor(n % 2 ? addTask : recordVitals, clinic.owner.token, {
      ...(n % 2 ? {} : { params: { id: patient } }),
      body,
      headers: { "idempotency-key": `intent-${n}` },
    });
    const { answer, cuts: broken } = await untilAnswered(request);
    cuts += broken;
    if (answer.statusCode >= 400) odd.push(`${n}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
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
    none("of them, repeats with another response than the first", total, odd),
  ];
}

/**
 * A payment that is sent twice is one payment. Three clients send the bill and then a part of it under one key, as a form
 * submitted again does, over a connection that is cut; then two tills, each with its own key, take all that is left.
 */
export async function provePayments(on: OnLine): Promise<Figure[]> {
  const { stage, many } = on;
  const untilAnswered = overBadLine(on);
  const total = many(1000);
  const clinic = await aClinic(stage);
  const { token } = clinic.owner;
  const odd: string[] = [];
  const tills: string[] = [];
  let cuts = 0;
  const byThree = async (what: string, request: Request) => {
    const sent = await Promise.all([1, 2, 3].map(() => untilAnswered(request)));
    cuts += sent.reduce((sum, one) => sum + one.cuts, 0);
    const [first, ...others] = sent.map(({ answer }) => answer);
    if (first?.statusCode !== 200 || others.some(({ body }) => body !== first.body))
      odd.push(`${what}: ${sent.map(({ answer }) => `${answer.statusCode} ${answer.body.slice(0, 80)}`)}`);
    return first?.json();
  };
  await atOnce(8, total, async (n) => {
    const patientId = await aPatient(stage, clinic);
    const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
    const keyed = (key: string) => ({ headers: { "idempotency-key": `${key}-${n}` } });
    const bill = await byThree(
      `bill ${n}`,
      requestFor(addBill, token, { body: { patientId, lines }, ...keyed("bill") }),
    );
    const params = { id: bill.id };
    const pay = (key: string, amount: string) =>
      requestFor(takePayment, token, { params, body: { method: "cash", amount }, ...keyed(key) });
    await byThree(`payment ${n}`, pay("part", "250"));
    const rest = await Promise.all(["one till", "another"].map((key) => on.send(pay(key, "750"))));
    const got = rest.map(({ statusCode }) => statusCode).sort();
    if (got.join() !== "200,409") tills.push(`bill ${bill.id}: ${got.join(", ")}`);
  });
  const [row] = await stage.sql<{ bills: number; payments: number; twice: number; pesos: string }>(
    `select (select count(*)::integer from bills where clinic_id = $1) as bills, count(*)::integer as payments,
            count(*)::integer - count(distinct (bill_id, amount))::integer as twice, sum(amount) as pesos
     from payments where clinic_id = $1 and voided_at is null`,
    [clinic.id],
  );
  const { bills, payments, twice, pesos } = row ?? {};
  return [
    none(
      `bills and payments that three sent under one key, with different responses (the connection was cut ${cuts.toLocaleString("en")} times)`,
      2 * total,
      odd,
    ),
    none("bills of which two tills took the rest without one refusal", total, tills),
    verdict(
      "bills, payments, payments stored twice and pesos in the database",
      `${bills}, ${payments}, ${twice}, ₱${pesos}`,
      `${total}, ${2 * total}, 0, ₱${1000 * total}.00`,
      bills === total && payments === 2 * total && twice === 0 && Number(pesos) === 1000 * total,
    ),
  ];
}
