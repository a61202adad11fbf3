import type { FailureBody } from "#shared/errors.ts";

/** What was sent, of a request without an answer. */
export type Unanswered = "read" | "save" | "cancelled save";

const unansweredWords: Record<Unanswered, string> = {
  read: "You're offline. Reconnect and try again.",
  save: "You're offline. Nothing was lost; reconnect and try again.",
  "cancelled save": "Cancelled before Klinika answered. Save again to be sure: nothing is saved twice.",
};

/** An error response, or none at all (status 0). `message` is fit to show when the server gave one. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<FailureBody>;
  readonly unanswered: Unanswered;

  constructor(status: number, body: Partial<FailureBody>, text: string, unanswered: Unanswered = "read") {
    super(text);
    this.status = status;
    this.body = body;
    this.unanswered = unanswered;
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }

  /** The text to show: the server's message, else `fallback` with the reference. */
  shown(fallback = "The server did not answer."): string {
    if (this.status === 0) return unansweredWords[this.unanswered];
    const { code, message, reference } = this.body;
    if (reference) return `${fallback} (reference ${reference})`;
    if (this.status < 500) return message ?? fallback;
    // The server names an unavailable part. An internal error has no message for users, nor has a proxy's response.
    return this.status > 500 && code !== undefined && message ? message : fallback;
  }
}

/** The server asks before it saves; the form shows the question. */
export const isQuestion = ({ body: { code } }: ApiError): boolean =>
  code === "day_to_confirm" || code === "reference_to_confirm";

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** No connection, or an unavailable part of the server: a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status > 500);
