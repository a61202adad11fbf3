import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import { Failure } from "#shared/errors.ts";
import type { App } from "../kit.ts";

/** Answers of fewer characters are not counted. */
const minCounted = 256 * 1024;
/** Unread characters per user. */
const maxUnread = 32 * 1024 * 1024;

/**
 * Large answers that clients have not read yet, by user. They are in memory until then, so a client that requests
 * without reading would fill it.
 */
class UnsentAnswers {
  private readonly unread = new Map<number, number>();

  /** @throws Failure busy while the user has too many unread answers */
  refuse(userId: number): void {
    if ((this.unread.get(userId) ?? 0) > maxUnread)
      throw new Failure(
        "busy",
        "Large downloads are still on their way to you. Please try again when they have arrived.",
        {},
        10,
      );
  }

  /** @param length characters of the answer */
  add(userId: number, length: number, response: ServerResponse): void {
    if (length < minCounted) return;
    this.change(userId, length);
    response.once("close", () => this.change(userId, -length));
  }

  private change(userId: number, length: number): void {
    const left = (this.unread.get(userId) ?? 0) + length;
    if (left > 0) this.unread.set(userId, left);
    else this.unread.delete(userId);
  }
}

/** Refuses before the rows are serialized; counts once the length is known. */
export function limitUnsentAnswers(app: App): void {
  const unsent = new UnsentAnswers();
  const readerOf = ({ session, apiKey }: FastifyRequest) => session?.userId ?? apiKey?.userId;
  app.addHook("preSerialization", async (request, _reply, answer) => {
    const reader = readerOf(request);
    if (reader !== undefined) unsent.refuse(reader);
    return answer;
  });
  app.addHook("onSend", (request, reply, answer, done) => {
    const reader = readerOf(request);
    if (reader !== undefined && typeof answer === "string") unsent.add(reader, answer.length, reply.raw);
    done();
  });
}
