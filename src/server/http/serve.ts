import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Endpoint, Received, Upload, Whole } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { isByKey, type KeyAccess } from "#shared/permissions.ts";
import { isChange, type RecordEvent, recordEvents } from "#shared/record-events.ts";
import { noteConsoleCall } from "../audit/console-log.ts";
import { writeHistory } from "../audit/record-history.ts";
import type { ApiKey } from "../auth/api-key.ts";
import type { Session } from "../auth/session.ts";
import type { ClinicScope, Databases } from "../database/db.ts";
import type { App, Kit } from "../kit.ts";
import { refuseWithoutRoom } from "../storage/disk-room.ts";
import { refuseOverQuota } from "../storage/files-quota.ts";
import { withoutInfected } from "../storage/virus-scan.ts";
import { admit } from "./admit.ts";
import { knownVersion, nameVersion } from "./answer-version.ts";
import { FileAnswer, sendFile } from "./file-answer.ts";
import {
  earlierAnswer,
  type IdempotentRequest,
  type StoredAnswer,
  storeAnswer,
  takeIdempotencyKey,
} from "./idempotency.ts";
import { limitChange } from "./limit-change.ts";
import { leadOn } from "./merged-record.ts";
import { requirePasswordRule } from "./password-rule.ts";
import { type ReceivedFiles, receiveFiles } from "./receive-files.ts";
import { ShownRecord } from "./shown-record.ts";
import { validate } from "./validate.ts";

/** `user`: the platform admin has none. */
type ClinicOf<E extends Endpoint> = E["access"] extends "public" | "signed-in" | "admin"
  ? { clinic?: undefined }
  : E["access"] extends "user"
    ? { clinic?: ClinicScope | undefined }
    : { clinic: ClinicScope };

/** What a handler receives in addition to its input. */
export type Context<E extends Endpoint> = {
  kit: Kit;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Adds details to the audit row of an export or a print, and its patient if the path names none. */
  auditDetails: (details: Record<string, unknown>, patientId?: number) => void;
  /** With the option `auditsManually`: records whose data is about to be shown. Refuses while views cannot be written. */
  auditView: (patientId: number, event?: RecordEvent) => void;
  /**
   * For an upload: writes its rows in one transaction, once per Idempotency-Key. Bytes are stored before, so that no
   * transaction waits for a slow store.
   */
  once: Once;
} & (E["access"] extends KeyAccess
  ? { session: null; apiKey: ApiKey }
  : E["access"] extends "public"
    ? { session: Session | null }
    : { session: Session }) &
  ClinicOf<E>;

/** See `Context.once`. */
type Once = <T>(work: (clinic: ClinicScope) => Promise<T>) => Promise<T>;

type WithFiles<E extends Endpoint> = E["upload"] extends Upload ? { files: ReceivedFiles } : object;

type Answer<E extends Endpoint> = E["response"] extends "file" ? FileAnswer : Whole<E>;

type Handler<E extends Endpoint> = (
  received: Received<E> & WithFiles<E>,
  context: Context<E>,
) => Promise<Answer<E> | Readable> | Answer<E> | Readable;

type Options<E extends Endpoint> = {
  /** Converts the answer after it is stored under the idempotency key. */
  present?: (
    answer: Answer<E>,
    received: Received<E>,
    context: Context<E>,
  ) => Promise<FileAnswer | Answer<E>>;
  /** The path does not name the patient: the handler calls `auditView` with the patient, if any. */
  auditsManually?: true;
  /**
   * For an answer that is polled: a version of its data that is far cheaper to read. A caller that has this version gets
   * 304 before anything else is read. The handler sets it with `nameVersion`, from the same read as its answer.
   */
  version?: (received: Received<E>, context: Context<E>) => Promise<string>;
  /** The data may be some seconds old, so it is read from the replica if there is one. */
  isReport?: true;
};

/** If the body takes longer, the session is looked up again, since it may have ended. */
const admissionMs = 150;

/** Registers an endpoint's handler with its access check, validation, audit and idempotency. */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Handler<E>,
  options: Options<E> = {},
): void {
  const { kit } = app;
  kit.served.push(endpoint);
  requirePasswordRule(endpoint);
  const shownRecord = new ShownRecord(endpoint);
  const limit = ordinaryLimit(kit, endpoint);
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    // HEAD requests would otherwise be audited. FHIR asks for them (R4, section 3.1.0.1.4).
    exposeHeadRoute: endpoint.method === "GET" && endpoint.path.startsWith("/fhir/"),
    ...(endpoint.response !== "file" && { schema: { response: { "2xx": endpoint.response } } }),
    // Public requests have short bodies.
    ...(endpoint.access === "public" && { bodyLimit: 131_072 }),
    config: limit ? { rateLimit: limit } : {},
    onRequest: (request) => admit(kit, endpoint, request),
    preHandler: (request) => limitChange(kit, endpoint, request),
    handler: async (request, reply) => {
      const admittedAt = performance.now() - reply.elapsedTime;
      const input = validate(endpoint, {
        params: request.params,
        query: request.query,
        body: request.body,
      }) as Received<E> & WithFiles<E>;
      if (endpoint.upload) await refuseUpload(kit, request);
      const files = endpoint.upload
        ? await receiveFiles(request, endpoint.upload, kit.settings.dataDir)
        : undefined;
      try {
        if (performance.now() - admittedAt > admissionMs) await admit(kit, endpoint, request);
        if (files) Object.assign(input, { files: await withoutInfected(kit, files, request.log) });
        return await new RequestExecution({
          kit,
          endpoint,
          shownRecord,
          request,
          reply,
          input,
          handle,
          options,
        }).run();
      } finally {
        await files?.remove();
      }
    },
  };
  if (endpoint.upload) app.register((scope) => acceptFilesAlone(scope, route));
  else app.route(route);
}

/** Runs before the upload is read. @throws Failure */
async function refuseUpload(kit: Kit, { session }: FastifyRequest): Promise<void> {
  await refuseWithoutRoom(kit);
  if (!session?.clinic) return;
  const { userId, ownerUserId, clinic } = session;
  const opened = kit.databases.openClinic({ clinicId: clinic.id, userId, ownerUserId, event: "" });
  await refuseOverQuota(opened, kit.settings);
}

function ordinaryLimit({ settings }: Kit, { method, access, upload, audit, response }: Endpoint) {
  // All routes of a kind share a limit.
  if (isByKey(access)) return { max: settings.apiCallsPerMinute, timeWindow: 60_000, groupId: " api calls" };
  if (response === "file" && audit && recordEvents[audit].kind === "print")
    return { max: settings.papersPerMinute, timeWindow: 60_000, groupId: " papers" };
  if (upload) return { max: settings.uploadsPerMinute, timeWindow: 60_000, groupId: " uploads" };
  return method === "GET"
    ? null
    : { max: settings.changesPerMinute, timeWindow: 60_000, groupId: " changes" };
}

/** Only this route accepts multipart/form-data, and it accepts nothing else: any other content is 415. */
async function acceptFilesAlone(scope: App, route: RouteOptions): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.route(route);
}

/** The patient that an answer refers to. */
const patientOf = (answer: unknown): number | null =>
  (answer as { patientId?: number } | null)?.patientId ?? null;

type RequestParts<E extends Endpoint> = {
  kit: Kit;
  endpoint: E;
  shownRecord: ShownRecord;
  request: FastifyRequest;
  reply: FastifyReply;
  input: Received<E> & WithFiles<E>;
  handle: Handler<E>;
  options: Options<E>;
};

/** Runs one request with its transaction, idempotency key and audit. */
class RequestExecution<E extends Endpoint> {
  private readonly of: RequestParts<E>;
  private readonly now: Date;
  private details: Record<string, unknown> = {};
  private heldPatientId: number | null = null;
  private runOnce: Once = () => {
    throw new Error("Only uploads may call once().");
  };

  constructor(of: RequestParts<E>) {
    this.of = of;
    this.now = of.kit.now();
  }

  async run(): Promise<unknown> {
    await noteConsoleCall(this.of.kit, this.of.endpoint, this.of.request, this.of.input, this.now);
    const clinic = this.openClinic();
    const answer = clinic
      ? await this.inClinic(clinic)
          .catch((error: unknown) =>
            leadOn(clinic, this.of.endpoint, {
              input: this.of.input,
              error,
              again: () => this.inClinic(clinic),
            }),
          )
          .catch((error: unknown) => {
            throw this.of.shownRecord.failure(error, this.caller(clinic));
          })
      : await this.of.handle(this.of.input, this.context(undefined));
    const { present } = this.of.options;
    // The stored answer of a key may have become a failure, which has only one format.
    const isPresented = present && this.of.reply.statusCode < 400;
    const presented = isPresented
      ? await present(answer as Answer<E>, this.of.input, this.context(clinic))
      : answer;
    if (presented instanceof FileAnswer) return sendFile(this.of.reply, presented);
    return clinic ? this.of.shownRecord.answer(presented, this.caller(clinic)) : presented;
  }

  private caller(clinic: ClinicScope) {
    return {
      session: this.of.request.session,
      reply: this.of.reply,
      body: this.of.input.body,
      noteView: (event: RecordEvent, shown: unknown) =>
        this.noteView(clinic, event, this.patientId() ?? patientOf(shown)),
    };
  }

  private openClinic(): ClinicScope | undefined {
    const { session, apiKey } = this.of.request;
    const { access } = this.of.endpoint;
    if (apiKey) return this.open(this.of.kit.databases, { ...apiKey, ownerUserId: null }, apiKey.clinicId);
    if (!session?.clinic || access === "public" || access === "signed-in") return undefined;
    return this.open(this.of.kit.databases, session, session.clinic.id);
  }

  /** The clinic that the handler reads: a report's on the replica, while its audit is written on the primary. */
  private readerOf(clinic: ClinicScope): ClinicScope {
    const ownerUserId = this.of.request.session?.ownerUserId ?? null;
    return this.of.options.isReport
      ? this.open(this.of.kit.databases.reports, { userId: clinic.userId, ownerUserId }, clinic.id)
      : clinic;
  }

  private open(
    from: Pick<Databases, "openClinic">,
    { userId, ownerUserId }: Pick<Session, "userId" | "ownerUserId">,
    clinicId: number,
  ): ClinicScope {
    return from.openClinic({ clinicId, userId, ownerUserId, event: this.of.endpoint.audit ?? "" });
  }

  private async inClinic(clinic: ClinicScope): Promise<unknown> {
    const { audit, method } = this.of.endpoint;
    // Before anything is changed, since the saved record must also be shown.
    if (this.of.shownRecord.isShownTo(this.of.request.session)) this.of.kit.views.requireWritable(clinic.id);
    const kind = audit && recordEvents[audit].kind;
    if (audit && kind === "view") {
      const answer = await this.read(clinic);
      // A failed handler showed nothing, and a view that cannot be recorded must not be shown.
      if (!this.of.options.auditsManually) this.noteView(clinic, audit, this.patientId());
      return answer;
    }
    if (audit && !isChange(audit)) {
      // No transaction: an export is read while it is sent, and a paper is drawn without a connection. The audit row is
      // written before the first byte leaves.
      const answer = await this.of.handle(this.of.input, this.context(this.readerOf(clinic)));
      await this.writeHistory(clinic, audit);
      return answer;
    }
    const key = method === "POST" ? this.of.request.headers["idempotency-key"] : undefined;
    if (this.of.endpoint.upload) return this.withFiles(clinic, key);
    if (typeof key !== "string") return this.read(clinic);
    return clinic.transaction((joined) => this.once(joined, key));
  }

  private async read(clinic: ClinicScope): Promise<unknown> {
    const context = this.context(this.readerOf(clinic));
    const { version } = this.of.options;
    const known = version && knownVersion(this.of.request);
    if (known !== undefined && known === (await version?.(this.of.input, context))) {
      nameVersion(this.of.reply, known);
      return this.of.reply.code(304).send();
    }
    return this.of.handle(this.of.input, context);
  }

  private writeHistory(clinic: ClinicScope, event: RecordEvent): Promise<void> {
    const { session, apiKey } = this.of.request;
    return writeHistory(clinic, {
      event,
      patientId: this.patientId() ?? this.heldPatientId,
      ownerUserId: session?.ownerUserId ?? null,
      details: { ...this.details, ...(apiKey && { apiKey: apiKey.name, apiKeyId: apiKey.id }) },
    });
  }

  /** Stores the bytes, then the rows in one transaction. A repeated key does not store the bytes again. */
  private async withFiles(clinic: ClinicScope, key: string | string[] | undefined): Promise<unknown> {
    if (typeof key !== "string") {
      this.runOnce = (work) => clinic.transaction(work);
    } else {
      const earlier = await earlierAnswer(clinic, this.idempotentRequest(key));
      if (earlier) return this.replay(earlier);
      this.runOnce = <T>(work: (clinic: ClinicScope) => Promise<T>) =>
        clinic.transaction((joined) => this.once(joined, key, () => work(joined)) as Promise<T>);
    }
    return this.of.handle(this.of.input, this.context(clinic));
  }

  /** Does the work once per key; a repeat gets the first answer. */
  private async once(clinic: ClinicScope, key: string, work?: () => Promise<unknown>): Promise<unknown> {
    const request = this.idempotentRequest(key);
    const stored = await takeIdempotencyKey(clinic, request);
    if (stored) return this.replay(stored);
    const answer = work ? await work() : await this.of.handle(this.of.input, this.context(clinic));
    await storeAnswer(clinic, request, { status: this.of.reply.statusCode, answer });
    return answer;
  }

  private idempotentRequest(key: string): IdempotentRequest {
    if (key.length > 200)
      throw new Failure("invalid", "The Idempotency-Key is too long.", {
        fields: { "Idempotency-Key": "At most 200 characters." },
      });
    const { files } = this.of.input as { files?: ReceivedFiles };
    return {
      endpoint: this.of.endpoint,
      key,
      path: this.of.request.url.split("?")[0] ?? "",
      body: files ? { query: this.of.request.query, files: files.fingerprint } : this.of.request.body,
    };
  }

  private replay(stored: StoredAnswer): unknown {
    this.of.reply.header("idempotency-replayed", "true").code(stored.status);
    return stored.answer;
  }

  private noteView(clinic: ClinicScope, event: RecordEvent, patientId: number | null): void {
    this.of.kit.views.note({
      clinicId: clinic.id,
      userId: clinic.userId,
      ownerUserId: this.of.request.session?.ownerUserId ?? null,
      apiKeyId: this.of.request.apiKey?.id ?? null,
      patientId,
      event,
      at: this.now,
    });
  }

  /** By convention `:id` under /api/patients is the patient. */
  private patientId(): number | null {
    const params = this.of.input.params as { id?: number } | undefined;
    return this.of.endpoint.path.startsWith("/api/patients/:id") ? (params?.id ?? null) : null;
  }

  private context(clinic: ClinicScope | undefined): Context<E> {
    const context = {
      kit: this.of.kit,
      now: this.now,
      request: this.of.request,
      reply: this.of.reply,
      session: this.of.request.session,
      apiKey: this.of.request.apiKey,
      clinic,
      auditDetails: (details: Record<string, unknown>, patientId?: number) => {
        this.details = details;
        this.heldPatientId = patientId ?? null;
      },
      auditView: (patientId: number, event = this.of.endpoint.audit) => {
        if (clinic && event) this.noteView(clinic, event, patientId);
      },
      once: this.runOnce,
    };
    return context as unknown as Context<E>;
  }
}
