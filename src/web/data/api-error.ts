import type { FailureBody } from "#shared/errors.ts";

/** A non-success answer, or none at all (status 0). `message` is fit to show when the server gave one. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<FailureBody>;

  constructor(status: number, body: Partial<FailureBody>, text: string) {
    super(text);
    this.status = status;
    this.body = body;
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }

  /** What a toast says: the server's words, else the specification's fallback with a reference to quote. */
  shown(fallback: string): string {
    if (this.status === 0) return "You're offline. Nothing was lost; reconnect and try again.";
    const { code, message, reference } = this.body;
    if (reference) return `${fallback} (reference ${reference})`;
    if (this.status < 500) return message ?? fallback;
    // A part that is gone is named in the server's words. A defect has none for a screen, nor has what a proxy says.
    return this.status > 500 && code !== undefined && message ? message : fallback;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** No connection, or a part of the server that is gone: the same may be taken a moment later. */
export const isPassing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status > 500);
