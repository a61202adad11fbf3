import type { FastifyReply } from "fastify";
import { answerWithoutView, type Endpoint, isForNonViewers } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { can, mayViewPatients } from "#shared/permissions.ts";
import { type RecordEvent, recordEvents } from "#shared/record-events.ts";
import { type Json, jsonSchemaOf } from "./answer-schema.ts";
import type { Session } from "./session.ts";

type Caller = {
  session: Session | null;
  reply: FastifyReply;
  /** What was sent, after validation. */
  body: unknown;
  /** Notes a view of the record that is shown; refuses while views cannot be written. */
  noteView: (event: RecordEvent, shown: unknown) => void;
};

/**
 * Decides by the caller's rights how much of a patient's record an answer or a refusal of a change carries, whichever
 * handler made it and whether it is a first answer or the stored one of a repeated key.
 */
export class ShownRecord {
  private readonly endpoint: Endpoint;
  private readonly least: { schema: Json; stateFields: readonly string[] } | null;

  constructor(endpoint: Endpoint) {
    requireDeclared(endpoint);
    this.endpoint = endpoint;
    const least = answerWithoutView(endpoint);
    this.least = least
      ? {
          schema: jsonSchemaOf(least),
          stateFields: Object.keys(endpoint.record?.withoutView?.shape ?? {}),
        }
      : null;
  }

  /** Whether a successful answer will show more than was sent. */
  isShownTo(session: Session | null): boolean {
    const { record } = this.endpoint;
    return Boolean(record && !record.isNew) && can(session, mayViewPatients);
  }

  answer(whole: unknown, caller: Caller): unknown {
    const { record } = this.endpoint;
    if (!record || record.isNew || caller.reply.statusCode >= 400) return whole;
    if (can(caller.session, mayViewPatients)) {
      caller.noteView(record.noted, whole);
      return whole;
    }
    if (!this.least) throw new Error(`What ${this.endpoint.path} answers is for viewers of patients only.`);
    const { schema, stateFields } = this.least;
    caller.reply
      .type("application/json; charset=utf-8")
      .serializer(caller.reply.compileSerializationSchema(schema));
    // What was sent, as it was sent: a stored value may hold more, or follow from what the caller may not see.
    const stored = whole as Json;
    return {
      ...(caller.body as Json | undefined),
      ...Object.fromEntries(stateFields.map((name) => [name, stored[name]])),
    };
  }

  failure(error: unknown, caller: Pick<Caller, "session" | "noteView">): unknown {
    if (!(error instanceof Failure) || error.details.current === undefined) return error;
    const { record } = this.endpoint;
    if (record && can(caller.session, mayViewPatients)) {
      caller.noteView(record.noted, error.details.current);
      return error;
    }
    const { current, ...details } = error.details;
    return new Failure(error.code, error.message, details, error.retryAfter);
  }
}

/** So that no change can be added whose answer nobody decided on. */
function requireDeclared(endpoint: Endpoint): void {
  const { method, path, audit, record } = endpoint;
  if (method === "GET" || !audit || recordEvents[audit].kind !== "change") return;
  if (!isForNonViewers(endpoint)) return;
  if (record === undefined || (record && !record.isNew && !record.withoutView))
    throw new Error(`Declare in \`record\` of ${method} ${path} what it answers without view_patients.`);
}
