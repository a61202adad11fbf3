import { addPatient, listPatients, onePatient, patientCounts } from "#features/patients/contract.ts";
import { addTask, listTasks } from "#features/tasks/contract.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Stage } from "#test/app.ts";
import type { TestClinic } from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";

export type ServedClinic = TestClinic & { patientId: number };

/** A request that was answered, or given up. */
export type Asked = {
  clinicId: number;
  call: string;
  /** When it was sent, by performance.now(). */
  at: number;
  /** Milliseconds. */
  took: number;
  /** 0 without an answer. */
  status: number;
  /** What a refusal said; a program's words where it has a code, else its beginning. */
  words: string;
  /** A refusal in the product's words, with the time to try again. */
  isInWords: boolean;
};

type Kind = (clinic: ServedClinic, number: number) => readonly [Endpoint, Call?];

/** Seven reads and three writes. */
const kinds: Record<string, Kind> = {
  newest: () => [listPatients],
  "one patient": ({ patientId }) => [onePatient, { params: { id: patientId } }],
  register: (_, number) => [addPatient, { body: registration(number) }],
  search: () => [listPatients, { query: { search: "cruz" } }],
  counts: () => [patientCounts],
  "add a task": (_, number) => [addTask, { body: { title: `Call back ${number}` } }],
  tasks: () => [listTasks],
  "one patient again": ({ patientId }) => [onePatient, { params: { id: patientId } }],
  "register another": (_, number) => [addPatient, { body: registration(number) }],
  "newest again": () => [listPatients],
};

const registration = (number: number) => ({
  admissionNo: `C-${number}`,
  hospital: "Makati Medical Center",
  patientName: `Cruz, Ana ${number}`,
  sex: "F",
});

export const isGood = ({ status }: Asked): boolean => (status >= 200 && status < 300) || status === 304;

export const described = ({ clinicId, call, status, words, took }: Asked): string =>
  `${call} of clinic ${clinicId}: ${status} ${words} after ${(took / 1000).toFixed(1)} s`;

/** Reads and writes of many clinics at a steady rate, whether or not earlier ones were answered. None is sent twice. */
export class RequestsOfClinics {
  readonly asked: Asked[] = [];
  private readonly saved: { clinicId: number; admissionNo: string }[] = [];
  private readonly stage: Stage;
  private readonly clinics: readonly ServedClinic[];
  private readonly atWork = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  /** Over all of them: an admission number is given once. */
  private static count = 0;

  constructor(stage: Stage, clinics: readonly ServedClinic[]) {
    this.stage = stage;
    this.clinics = clinics;
  }

  get savedCount(): number {
    return this.saved.length;
  }

  goOn(perSecond: number): void {
    this.timer = setInterval(() => {
      const work = this.askOne(RequestsOfClinics.count++).finally(() => this.atWork.delete(work));
      this.atWork.add(work);
    }, 1000 / perSecond);
  }

  /** Sends no more and waits for the answers. */
  async rest(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.atWork);
  }

  /** Those that were sent from then until then. */
  between(from: number, until: number): Asked[] {
    return this.asked.filter(({ at }) => at >= from && at < until);
  }

  /** Those that were under way then, or sent until then. */
  during(from: number, until: number): Asked[] {
    return this.asked.filter(({ at, took }) => at + took >= from && at < until);
  }

  /** Registrations that were called saved, and are not there or there twice. */
  missing(url: string): Promise<string[]> {
    return withClient(url, async (client) => {
      const { rows } = await client.query<{ clinic_id: string; admission_no: string }>(
        "select clinic_id, admission_no from patients where admission_no like 'C-%'",
      );
      const stored = Map.groupBy(rows, (row) => `${row.clinic_id} ${row.admission_no}`);
      return this.saved
        .map(({ clinicId, admissionNo }) => `${clinicId} ${admissionNo}`)
        .filter((key) => stored.get(key)?.length !== 1)
        .map((key) => `${key}: stored ${stored.get(key)?.length ?? 0} times`);
    });
  }

  private async askOne(number: number): Promise<void> {
    const names = Object.keys(kinds);
    // Each clinic makes each kind of request in its turn.
    const round = Math.floor(number / this.clinics.length);
    const place = number % this.clinics.length;
    const clinic = this.clinics[place] as ServedClinic;
    await this.ask(clinic, names[(round + place) % names.length] as string, number);
  }

  /** One request of a kind, by itself. */
  async ask(clinic: ServedClinic, call: string, number = RequestsOfClinics.count++): Promise<void> {
    const [endpoint, sent] = (kinds[call] as Kind)(clinic, number);
    const at = performance.now();
    const answer = await this.stage.call(endpoint, clinic.owner.token, sent).catch((error: unknown) => ({
      statusCode: 0,
      body: String(error),
      headers: {},
    }));
    const asked: Asked = {
      clinicId: clinic.id,
      call,
      at,
      took: performance.now() - at,
      status: answer.statusCode,
      ...wordsOf(answer),
    };
    this.asked.push(asked);
    if (endpoint === addPatient && isGood(asked))
      this.saved.push({ clinicId: clinic.id, admissionNo: registration(number).admissionNo });
  }
}

function wordsOf({ statusCode, body, headers }: { statusCode: number; body: string; headers: object }) {
  if (statusCode >= 200 && statusCode < 400) return { words: "", isInWords: false };
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: string };
    const isInWords = statusCode === 503 && Boolean(code && message) && "retry-after" in headers;
    return { words: `${code}: ${message}`, isInWords };
  } catch {
    return { words: body.slice(0, 200), isInWords: false };
  }
}
