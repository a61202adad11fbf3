import type { FastifyReply } from "fastify";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { type Actor, can, mayViewPatients, type Permission, permissions } from "#shared/permissions.ts";
import { isChange, type RecordEvent } from "#shared/record-events.ts";
import type { Session } from "../auth/session.ts";
import { answerSerializer, type Json } from "./answer-schema.ts";

type Caller = {
  session: Session | null;
  reply: FastifyReply;
  /** The request's body, after validation. */
  body: unknown;
  /** Logs the view of a record that is shown. Refuses while views cannot be written. */
  noteView: (event: RecordEvent, shown: unknown) => void;
};

/**
 * Decides by the caller's rights how much of a patient's record the answer or refusal of a change contains, for every
 * handler, and for a first answer as well as the stored one of a repeated key.
 */
export class ShownRecord {
  private readonly endpoint: Endpoint;
  private readonly least: {
    serialize: (answer: unknown) => string;
    fields: Readonly<Record<string, z.ZodMiniType>>;
    stateFields: readonly string[];
  } | null;

  constructor(endpoint: Endpoint) {
    requireDeclared(endpoint);
    this.endpoint = endpoint;
    const least = answerWithoutView(endpoint);
    this.least = least
      ? {
          serialize: answerSerializer(least),
          fields: fieldsOf(least),
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
    if (!this.least)
      throw new Error(`The answer of ${this.endpoint.path} is for users who may view patients.`);
    const { serialize, fields, stateFields } = this.least;
    caller.reply.type("application/json; charset=utf-8").serializer(serialize);
    // The values that were sent, since stored ones may contain more, or derive from data the caller may not view.
    const stored = whole as Json;
    // Fields whose answer has another shape than the input (the values of a result) are left out.
    const sent = Object.entries((caller.body as Json | undefined) ?? {}).filter(([name, value]) => {
      const field = fields[name];
      return typeof value !== "object" || !field || z.safeParse(field, value).success;
    });
    return {
      ...Object.fromEntries(sent),
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
    return new Failure(error.code, error.message, { ...error.details, current: undefined }, error.retryAfter);
  }
}

/** The answer without view_patients: ids, version and state, and the fields that were sent. */
export function answerWithoutView({ record, response, body }: Endpoint): z.ZodMiniObject | undefined {
  if (!record?.withoutView || response === "file") return undefined;
  const whole = fieldsOf(response);
  const sendable = Object.keys(fieldsOf(body)).flatMap((name) => {
    const field = whole[name];
    return field ? [[name, z.optional(field)] as const] : [];
  });
  return z.object({ ...Object.fromEntries(sendable), ...record.withoutView.shape });
}

const fieldsOf = (schema: z.ZodMiniType | undefined): Readonly<Record<string, z.ZodMiniType>> =>
  (schema as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {};

/** Whether users who may not view patients may call it. */
function isForNonViewers({ access }: Endpoint): boolean {
  const others = permissions.filter((permission) => !can(holding([permission]), mayViewPatients));
  return can(holding(others), access);
}

const holding = (granted: readonly Permission[]): Actor => ({
  role: "secretary",
  permissions: granted,
  clinicId: 1,
});

/** Every change must declare what its answer shows. */
function requireDeclared(endpoint: Endpoint): void {
  const { method, path, audit, record } = endpoint;
  if (method === "GET" || !audit || !isChange(audit)) return;
  if (!isForNonViewers(endpoint)) return;
  if (record === undefined || (record && !record.isNew && !record.withoutView))
    throw new Error(`Declare in \`record\` of ${method} ${path} what it answers without view_patients.`);
}
