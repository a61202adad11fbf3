import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answered, Endpoint, Received } from "#shared/endpoint.ts";
import { Failure, forbidden } from "#shared/errors.ts";
import { can } from "#shared/permissions.ts";
import { recordEvents } from "#shared/record-events.ts";
import { answerSchema } from "./answer-schema.ts";
import type { Clinic } from "./db.ts";
import { FileAnswer, sendFile } from "./file-answer.ts";
import { keepAnswer, type StoredAnswer, takeIdempotencyKey } from "./idempotency.ts";
import type { App, Kit } from "./kit.ts";
import { writeHistory } from "./record-history.ts";
import {
  readSession,
  refuseForeignSite,
  requireClinicInGoodStanding,
  type Session,
  sentToken,
} from "./session.ts";
import { validate } from "./validate.ts";

type NeedsClinic<E extends Endpoint> = E["access"] extends "public" | "signed-in" | "admin" ? false : true;

/** What a handler stands on besides its input. */
export type Context<E extends Endpoint> = {
  kit: Kit;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
  /** What an export or a share held, for its row in the record history. */
  noteHeld: (held: Record<string, unknown>) => void;
} & (E["access"] extends "public" ? { session: Session | null } : { session: Session }) &
  (NeedsClinic<E> extends true ? { clinic: Clinic } : { clinic?: undefined });

type Answer<E extends Endpoint> = E["response"] extends "file" ? FileAnswer : Answered<E>;

export type Handler<E extends Endpoint> = (
  received: Received<E>,
  context: Context<E>,
) => Promise<Answer<E> | Readable> | Answer<E> | Readable;

type Options<E extends Endpoint> = {
  /** Another form of the same answer, made after the record is saved and its key is kept. */
  present?: (
    answer: Answer<E>,
    received: Received<E>,
    context: Context<E>,
  ) => Promise<FileAnswer | Answer<E>>;
  /** Requests a window; the limit of changes a user holds for every other change. */
  rateLimit?: { max: number; timeWindow: number };
};

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Registers a handler under its endpoint: access before the body is read, shapes, history, one key one record. */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Handler<E>,
  options: Options<E> = {},
): void {
  const { kit } = app;
  kit.served.push(endpoint);
  const schema = answerSchema(endpoint);
  const isChange = endpoint.method !== "GET";
  const limit =
    options.rateLimit ?? (isChange ? { max: kit.settings.changesPerMinute, timeWindow: 60_000 } : null);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(schema && { schema: { response: { "2xx": schema } } }),
    config: limit ? { rateLimit: limit } : {},
    onRequest: (request) => admit(kit, endpoint, request),
    handler: async (request, reply) => {
      const input = validate(endpoint, {
        params: request.params,
        query: request.query,
        body: request.body,
      }) as Received<E>;
      return new Answering(kit, endpoint, request, reply, input, handle, options).run();
    },
  });
}

/** Session, clinic, password, right: in this order, and before the body is read. */
async function admit(kit: Kit, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const sent = sentToken(request);
  refuseForeignSite(request, sent?.isCookie ?? false);
  request.session = sent ? await readSession(request, kit.databases, kit.now()) : null;
  const { session } = request;
  const { access } = endpoint;
  if (access === "public") return;
  if (!session) throw new Failure("not_signed_in", "Please sign in to continue.");
  requireClinicInGoodStanding(session);
  if (access === "signed-in") return;
  if (!session.passwordChanged)
    throw new Failure(
      "password_change_required",
      "Please change your temporary password before you continue.",
    );
  if (!can(session, access)) throw forbidden();
}

/** One request on its way through transaction, key and history. */
class Answering<E extends Endpoint> {
  private readonly kit: Kit;
  private readonly endpoint: E;
  private readonly request: FastifyRequest;
  private readonly reply: FastifyReply;
  private readonly input: Received<E>;
  private readonly handle: Handler<E>;
  private readonly options: Options<E>;
  private readonly now: Date;
  private held: Record<string, unknown> = {};

  constructor(
    kit: Kit,
    endpoint: E,
    request: FastifyRequest,
    reply: FastifyReply,
    input: Received<E>,
    handle: Handler<E>,
    options: Options<E>,
  ) {
    this.kit = kit;
    this.endpoint = endpoint;
    this.request = request;
    this.reply = reply;
    this.input = input;
    this.handle = handle;
    this.options = options;
    this.now = kit.now();
  }

  async run(): Promise<unknown> {
    const clinic = this.openClinic();
    const answer = clinic
      ? await this.inClinic(clinic)
      : await this.handle(this.input, this.context(undefined));
    const { present } = this.options;
    const presented = present ? await present(answer as Answer<E>, this.input, this.context(clinic)) : answer;
    if (!this.reply.hasHeader("cache-control")) this.reply.header("cache-control", "private, no-cache");
    return presented instanceof FileAnswer ? sendFile(this.reply, presented) : presented;
  }

  private openClinic(): Clinic | undefined {
    const { session } = this.request;
    const { access } = this.endpoint;
    if (!session?.clinic || access === "public" || access === "signed-in") return undefined;
    return this.kit.databases.openClinic({
      clinicId: session.clinic.id,
      userId: session.userId,
      ownerUserId: session.ownerUserId,
      event: this.endpoint.audit ?? "",
    });
  }

  private async inClinic(clinic: Clinic): Promise<unknown> {
    const { audit, method } = this.endpoint;
    const kind = audit && recordEvents[audit].kind;
    if (audit && kind === "view") {
      this.noteView(clinic);
      return this.handle(this.input, this.context(clinic));
    }
    const key = method === "POST" ? this.request.headers["idempotency-key"] : undefined;
    const writesHistory = kind === "print" || kind === "export";
    if (typeof key !== "string" && !writesHistory) return this.handle(this.input, this.context(clinic));
    return clinic.transaction(async (joined) => {
      const answer =
        typeof key === "string"
          ? await this.once(joined, key)
          : await this.handle(this.input, this.context(joined));
      if (audit && writesHistory)
        await writeHistory(joined, {
          event: audit,
          patientId: this.patientId(),
          ownerUserId: this.request.session?.ownerUserId ?? null,
          held: this.held,
        });
      return answer;
    });
  }

  /** Does the work of a key once; a repeat gets the first answer. */
  private async once(clinic: Clinic, key: string): Promise<unknown> {
    if (key.length > 200)
      throw new Failure("invalid", "The Idempotency-Key is too long.", {
        fields: { "Idempotency-Key": "At most 200 characters." },
      });
    const path = this.request.url.split("?")[0] ?? "";
    const stored: StoredAnswer | null = await takeIdempotencyKey(
      clinic,
      this.endpoint,
      key,
      path,
      this.request.body,
    );
    if (stored) {
      this.reply.header("idempotency-replayed", "true").code(stored.status);
      return stored.answer;
    }
    const answer = await this.handle(this.input, this.context(clinic));
    await keepAnswer(clinic, this.endpoint, key, { status: this.reply.statusCode, answer });
    return answer;
  }

  private noteView(clinic: Clinic): void {
    const { audit } = this.endpoint;
    if (!audit) return;
    this.kit.views.note({
      clinicId: clinic.id,
      userId: clinic.userId,
      ownerUserId: this.request.session?.ownerUserId ?? null,
      patientId: this.patientId(),
      event: audit,
      at: this.now,
    });
  }

  /** By agreement `:id` under /api/patients is the patient. */
  private patientId(): number | null {
    const params = this.input.params as { id?: number } | undefined;
    return this.endpoint.path.startsWith("/api/patients/:id") ? (params?.id ?? null) : null;
  }

  private context(clinic: Clinic | undefined): Context<E> {
    const context = {
      kit: this.kit,
      now: this.now,
      request: this.request,
      reply: this.reply,
      session: this.request.session,
      clinic,
      noteHeld: (held: Record<string, unknown>) => {
        this.held = held;
      },
    };
    return context as unknown as Context<E>;
  }
}
