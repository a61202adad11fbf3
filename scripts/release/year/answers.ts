import type { Endpoint } from "#shared/endpoint.ts";
import type { Answer, Stage } from "#test/app.ts";
import type { Call } from "#test/request-for.ts";

/** Maximum number of failure messages. */
const KEPT = 1000;

/** The responses of a minute. */
export type MinuteOfAnswers = { statuses: Record<string, number>; took: number[] };

/** Sends clinics' requests, and counts the responses. */
export class Answers {
  asked = 0;
  failures: string[] = [];
  private readonly stage: Pick<Stage, "call" | "origin">;
  private minute: MinuteOfAnswers = { statuses: {}, took: [] };

  constructor(stage: Pick<Stage, "call" | "origin">) {
    this.stage = stage;
  }

  /** Null for a status in `also`. @throws on any other than 200 or 304 */
  async send(
    endpoint: Endpoint,
    as: string | null,
    call: Call = {},
    also: readonly number[] = [],
  ): Promise<Answer | null> {
    const from = performance.now();
    this.asked += 1;
    const answer = await this.stage.call(endpoint, as, call).catch((error: unknown) => String(error));
    this.minute.took.push(performance.now() - from);
    const status = typeof answer === "string" ? 0 : answer.statusCode;
    this.minute.statuses[status] = (this.minute.statuses[status] ?? 0) + 1;
    if (typeof answer !== "string" && (status === 200 || status === 304)) return answer;
    if (also.includes(status)) return null;
    const words = typeof answer === "string" ? answer : `${status} ${answer.body.slice(0, 200)}`;
    throw new Unexpected(`${endpoint.method} ${endpoint.path}: ${words}`, status);
  }

  /** Reads the target of a link to its end. */
  async fetch(path: string): Promise<void> {
    this.asked += 1;
    const answer = await fetch(`${this.stage.origin}${path}`);
    if (!answer.ok)
      throw new Unexpected(`GET ${path.replace(/[^/]+$/, ":token")}: ${answer.status}`, answer.status);
    for await (const _ of answer.body ?? []);
  }

  /** Records unexpected errors and continues. A user who still works when the day ends is signed out. */
  async trying(work: () => Promise<void>, over = Number.POSITIVE_INFINITY): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof Unexpected)) throw error;
      if (error.status === 401 && Date.now() >= over) return;
      if (this.failures.length < KEPT) this.failures.push(`${new Date().toISOString()} ${error.message}`);
    });
  }

  /** Since the last call. */
  takeMinute(): MinuteOfAnswers {
    const { minute } = this;
    this.minute = { statuses: {}, took: [] };
    return minute;
  }
}

class Unexpected extends Error {
  readonly status: number;

  constructor(words: string, status: number) {
    super(words);
    this.status = status;
  }
}
