import type { ServerResponse } from "node:http";
import { Failure } from "#shared/errors.ts";

/** Characters from which an answer is counted, and how many a user may have waiting in all. */
const counted = 256 * 1024;
const mostWaiting = 32 * 1024 * 1024;

/**
 * Large answers that clients have not read yet, by user. They are in memory until then, so a client that requests
 * without reading would fill it.
 */
export class UnsentAnswers {
  private readonly waiting = new Map<number, number>();

  /** @throws Failure busy while too much waits for the user's clients */
  refuse(userId: number): void {
    if ((this.waiting.get(userId) ?? 0) > mostWaiting)
      throw new Failure(
        "busy",
        "Large answers are still on their way to you. Please try again when they have arrived.",
        {},
        10,
      );
  }

  /** @param length characters of the answer */
  add(userId: number, length: number, response: ServerResponse): void {
    if (length < counted) return;
    this.change(userId, length);
    response.once("close", () => this.change(userId, -length));
  }

  private change(userId: number, length: number): void {
    const left = (this.waiting.get(userId) ?? 0) + length;
    if (left > 0) this.waiting.set(userId, left);
    else this.waiting.delete(userId);
  }
}
