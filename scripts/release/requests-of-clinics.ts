import { addPatient, listPatients, onePatient, patientCounts } from "#features/patients/contract.ts";
import { addTask, listTasks } from "#features/tasks/contract.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Stage } from "#test/app.ts";
import type { TestClinic } from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";

export type ServedClinic = TestClinic & { patientId: number };

/** A request that was answered or given up. */
export type RequestRecord = {
  clinicId: number;
  call: string;
  /** When it was sent, by performance.now(). */
  at: number;
  /** Milliseconds. */
  took: number;
  /** 0 without a response. */
  status: number;
  /** The message of a refusal, or the beginning of a response that has none. */
  message: string;
  /** A refusal with the product's message and a time to try again. */
  isRetryable: boolean;
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

export const isGood = ({ status }: RequestRecord): boolean =>
  (status >= 200 && status < 300) || status === 304;

export const describeRequest = ({ clinicId, call, status, message, took }: RequestRecord): string =>
  `${call} of clinic ${clinicId}: ${status} ${message} after ${(took / 1000).toFixed(1)} s`;

/** Reads and writes of many clinics at a steady rate, whether or not earlier ones were answered. None is sent twice. */
export class RequestsOfClinics {
  readonly records: RequestRecord[] = [];
  private readonly saved: { clinicId: number; admissionNo: string }[] = [];
  private readonly stage: Stage;
  private readonly clinics: readonly ServedClinic[];
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  /** Across all clinics: each admission number is used once. */
  private static count = 0;

  constructor(stage: Stage, clinics: readonly ServedClinic[]) {
    this.stage = stage;
    this.clinics = clinics;
  }

  get savedCount(): number {
    return this.saved.length;
  }

  start(perSecond: number): void {
    this.timer = setInterval(() => {
      const work = this.sendNext(RequestsOfClinics.count++).finally(() => this.running.delete(work));
      this.running.add(work);
    }, 1000 / perSecond);
  }

  /** Stops sending and waits for the responses. */
  async drain(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** Requests that were sent in this period. */
  between(from: number, until: number): RequestRecord[] {
    return this.records.filter(({ at }) => at >= from && at < until);
  }

  /** Requests that were running or sent in this period. */
  during(from: number, until: number): RequestRecord[] {
    return this.records.filter(({ at, took }) => at + took >= from && at < until);
  }

  /** Registrations that were acknowledged, and are missing or stored twice. */
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

  private async sendNext(number: number): Promise<void> {
    const names = Object.keys(kinds);
    // Clinics take turns, and each makes every kind of request.
    const round = Math.floor(number / this.clinics.length);
    const place = number % this.clinics.length;
    const clinic = this.clinics[place] as ServedClinic;
    await this.send(clinic, names[(round + place) % names.length] as string, number);
  }

  /** Sends one request of a kind. */
  async send(clinic: ServedClinic, call: string, number = RequestsOfClinics.count++): Promise<void> {
    const [endpoint, sent] = (kinds[call] as Kind)(clinic, number);
    const at = performance.now();
    const answer = await this.stage.call(endpoint, clinic.owner.token, sent).catch((error: unknown) => ({
      statusCode: 0,
      body: String(error),
      headers: {},
    }));
    const record: RequestRecord = {
      clinicId: clinic.id,
      call,
      at,
      took: performance.now() - at,
      status: answer.statusCode,
      ...messageOf(answer),
    };
    this.records.push(record);
    if (endpoint === addPatient && isGood(record))
      this.saved.push({ clinicId: clinic.id, admissionNo: registration(number).admissionNo });
  }
}

function messageOf({ statusCode, body, headers }: { statusCode: number; body: string; headers: object }) {
  if (statusCode >= 200 && statusCode < 400) return { message: "", isRetryable: false };
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: string };
    const isRetryable = statusCode === 503 && Boolean(code && message) && "retry-after" in headers;
    return { message: `${code}: ${message}`, isRetryable };
  } catch {
    return { message: body.slice(0, 200), isRetryable: false };
  }
}
