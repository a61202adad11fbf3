import { hash, randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import etag from "@fastify/etag";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { accountRoutes } from "#features/accounts/server/routes.ts";
import { apiKeyRoutes } from "#features/api-keys/server/routes.ts";
import { appointmentRoutes } from "#features/appointments/server/routes.ts";
import { billingRoutes } from "#features/billing/server/routes.ts";
import { browserErrorRoutes } from "#features/browser-errors/server/routes.ts";
import { clinicalListRoutes } from "#features/clinical-lists/server/routes.ts";
import { clinicRoutes } from "#features/clinics/server/routes.ts";
import { confidentialRoutes } from "#features/confidential/server/routes.ts";
import { consultationRoutes } from "#features/consultations/server/routes.ts";
import { contactRoutes } from "#features/contact/server/routes.ts";
import { diagnosisRoutes } from "#features/diagnoses/server/routes.ts";
import { exportRoutes } from "#features/exports/server/routes.ts";
import { exportJobs, exportQueue } from "#features/exports/server/work-exports.ts";
import { fhirExportJobs, fhirExportQueue } from "#features/fhir/server/export/work-exports.ts";
import { fhirRoutes } from "#features/fhir/server/routes.ts";
import { fileRoutes } from "#features/files/server/routes.ts";
import { growthRoutes } from "#features/growth/server/routes.ts";
import { householdRoutes } from "#features/households/server/routes.ts";
import { immunizationRoutes } from "#features/immunizations/server/routes.ts";
import { importRoutes } from "#features/imports/server/routes.ts";
import { importJobs, importQueue } from "#features/imports/server/work-imports.ts";
import { mergeRoutes } from "#features/merges/server/routes.ts";
import { notificationRoutes } from "#features/notifications/server/routes.ts";
import { paperRoutes } from "#features/papers/server/routes.ts";
import { patientRoutes } from "#features/patients/server/routes.ts";
import { placeRoutes } from "#features/places/server/routes.ts";
import { platformRoutes } from "#features/platform/server/routes.ts";
import { pregnancyRoutes } from "#features/pregnancies/server/routes.ts";
import { prescriptionRoutes } from "#features/prescriptions/server/routes.ts";
import { quickTextRoutes } from "#features/quick-texts/server/routes.ts";
import { recordCopyRoutes } from "#features/record-copy/server/routes.ts";
import { recordHeadRoutes } from "#features/record-head/server/routes.ts";
import { referralRoutes } from "#features/referrals/server/routes.ts";
import { registrationRoutes } from "#features/registration/server/routes.ts";
import { reminderRoutes } from "#features/reminders/server/routes.ts";
import { reportRoutes } from "#features/reports/server/routes.ts";
import { resultRoutes } from "#features/results/server/routes.ts";
import { signatureRoutes } from "#features/signatures/server/routes.ts";
import { staffRoutes } from "#features/staff/server/routes.ts";
import { taskRoutes } from "#features/tasks/server/routes.ts";
import { timelineRoutes } from "#features/timeline/server/routes.ts";
import { visitRoutes } from "#features/visits/server/routes.ts";
import { webhookRoutes } from "#features/webhooks/server/routes.ts";
import { webhookJobs, webhookQueue } from "#features/webhooks/server/send-webhooks.ts";
import { ViewLog } from "#server/audit/view-log.ts";
import { openDatabases } from "#server/database/db.ts";
import { type AnswerShape, answerSerializer } from "#server/http/answer-schema.ts";
import { apiPages } from "#server/http/api-pages.ts";
import { Connections, serverTimes } from "#server/http/connections.ts";
import { answerFailure } from "#server/http/failures.ts";
import { limitRates } from "#server/http/limit-rates.ts";
import { logAnswers } from "#server/http/log-answers.ts";
import { screens } from "#server/http/screens.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { rateLimiter } from "#server/http/shared-limits.ts";
import { limitUnsentAnswers } from "#server/http/unsent-answers.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import type { App } from "#server/kit.ts";
import { openMail } from "#server/mail/mail.ts";
import { isOperator } from "#server/monitoring/is-operator.ts";
import { loggerOptions } from "#server/monitoring/logger.ts";
import { Warnings } from "#server/monitoring/warnings.ts";
import { watchEventLoop } from "#server/monitoring/watch-event-loop.ts";
import { Papers } from "#server/pdf/papers.ts";
import { openTextGateway } from "#server/reminders/text-gateway.ts";
import type { Settings } from "#server/settings.ts";
import { roomOf } from "#server/storage/disk-room.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { Scanner } from "#server/storage/virus-scan.ts";
import { WrittenBytes } from "#server/storage/written-bytes.ts";
import { Failure } from "#shared/errors.ts";

/** For load balancers. */
export const healthPath = "/api/health";

/** Every part of the product, by name. */
const features = [
  accountRoutes,
  browserErrorRoutes,
  clinicRoutes,
  consultationRoutes,
  diagnosisRoutes,
  contactRoutes,
  fileRoutes,
  notificationRoutes,
  paperRoutes,
  patientRoutes,
  platformRoutes,
  placeRoutes,
  prescriptionRoutes,
  recordCopyRoutes,
  recordHeadRoutes,
  referralRoutes,
  registrationRoutes,
  reminderRoutes,
  reportRoutes,
  resultRoutes,
  signatureRoutes,
  staffRoutes,
  taskRoutes,
  visitRoutes,
  timelineRoutes,
  billingRoutes,
  appointmentRoutes,
  clinicalListRoutes,
  growthRoutes,
  confidentialRoutes,
  exportRoutes,
  householdRoutes,
  immunizationRoutes,
  importRoutes,
  mergeRoutes,
  pregnancyRoutes,
  quickTextRoutes,
  fhirRoutes,
  apiKeyRoutes,
  webhookRoutes,
];

type AppOptions = {
  settings: Settings;
  databaseUrl: string;
  now?: () => Date;
  poolSize?: number;
  /** Whether databaseUrl names the coordinator of a Citus cluster. */
  isCluster?: boolean;
  /** For tests: no jobs and no log lines. */
  withoutBackgroundWork?: boolean;
  /** When views are written to the record history: null, only when `kit.views.flush()` is called. */
  flushViewsAfterMs?: number | null;
  /** Replaces the default logger. */
  logger?: FastifyBaseLogger;
  /** Adds routes, for tests of the code that every request runs through. */
  alsoServe?: (app: App) => void;
};

/** The whole server, not yet listening. `close` flushes pending writes and closes the connections. */
export async function buildApp({
  settings,
  databaseUrl,
  now = () => new Date(),
  poolSize,
  isCluster = false,
  withoutBackgroundWork = false,
  flushViewsAfterMs,
  logger,
  alsoServe,
}: AppOptions): Promise<App> {
  const headers = securityHeaders(settings);
  const app = newServer(settings, headers, logger ?? (withoutBackgroundWork ? false : "default"));
  const databases = openDatabases(databaseUrl, poolSize, {
    replicaUrl: settings.databaseReplicaUrl,
    appUrl: settings.databaseAppUrl,
    isCluster,
  });
  const written = new WrittenBytes(databases.functions, now);
  const views = new ViewLog(
    databases,
    (error) => app.log.error({ err: error }, "record history could not be written"),
    (clinicId, bytes) => written.add(clinicId, bytes),
    flushViewsAfterMs,
  );
  const key = await databases.functions.value("readSigningKey", {});
  if (!key) throw new Error("The table signing_key is empty.");
  const papers = new Papers();
  app.decorate("kit", {
    settings,
    databases,
    views,
    storage: openStorage(settings),
    papers,
    signingKey: key,
    scanner: settings.clamavUrl === null ? null : new Scanner(settings.clamavUrl),
    mail: openMail(settings),
    texts: openTextGateway(settings),
    warnings: new Warnings(app.log),
    roomOf,
    written,
    consumeRateLimit: rateLimiter(databases),
    metricValues: { jobs: new Map(), queues: new Map(), lastBackupAt: null },
    connections: new Connections(settings),
    eventLoop: null,
    now,
    served: [],
    isStopping: false,
  });
  app.kit.connections.watch(app);
  app.decorateRequest("session", null);
  app.decorateRequest("apiKey", null);
  app.setErrorHandler(answerFailure);
  app.setSerializerCompiler<AnswerShape>(({ schema }) => answerSerializer(schema));

  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    // Health data must not be cached on a shared computer; endpoints that allow caching set it themselves.
    if (/^\/(api|fhir)\//.test(request.url)) reply.header("cache-control", "private, no-store");
    // Node keeps the first; a proxy in front may have gone by the second (RFC 9112, section 3.2).
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
    if (hosts > 1) throw new Failure("invalid", "Send one Host header.");
    done();
  });
  await app.register(cookie, { secret: key });
  limitUnsentAnswers(app);
  // A fast hash is enough to distinguish responses.
  await app.register(etag, { weak: true, hashFn: (answer) => hash("sha1", answer, "base64url") });
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  await limitRates(app);
  logAnswers(app);
  app.addHook("onSend", (_request, reply, _answer, done) => {
    if (app.kit.isStopping) reply.header("connection", "close");
    done();
  });
  app.addHook("onClose", async () => {
    await papers.close();
    await views.close();
    await app.kit.written.storeAll();
    await databases.close();
  });

  // Loaded only when it is configured.
  if (settings.metrics !== null)
    await (await import("#server/monitoring/metrics.ts")).serveMetrics(app, settings.metrics);
  serveHealth(app);
  for (const routes of features) routes(app);
  alsoServe?.(app);
  apiPages(app);
  await screens(app);
  if (!withoutBackgroundWork) {
    startJobs(app, {
      more: [...importJobs, ...exportJobs, ...fhirExportJobs, ...webhookJobs],
      queues: [importQueue, exportQueue, fhirExportQueue, webhookQueue],
    });
    watchEventLoop(app);
  }
  return app;
}

function newServer(
  settings: Settings,
  headers: Record<string, string>,
  log: FastifyBaseLogger | "default" | false,
): App {
  return fastify({
    ...(typeof log === "object" ? { loggerInstance: log } : { logger: log && loggerOptions }),
    trustProxy:
      typeof settings.trustProxy === "number"
        ? (_address, hop) => hop < Number(settings.trustProxy)
        : settings.trustProxy,
    bodyLimit: 1_048_576,
    genReqId: () => randomUUID().slice(-12),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    // Requests that have arrived are answered even during shutdown.
    return503OnClosing: false,
    ...serverTimes,
    routerOptions: { maxParamLength: 500 },
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers);
      answerFailure(new Failure("not_found", "This address does not exist."), request, reply);
    },
  });
}

/** What is wrong, such as a full disk or a lost backup, is for the operator: everybody else learns whether it is up. */
function serveHealth(app: App): void {
  app.get(healthPath, async (request, reply) => {
    if (app.kit.isStopping) return reply.code(503).send({ status: "stopping" });
    if (!(await app.kit.databases.isAnswering()))
      return reply.code(503).send({ status: "database unreachable" });
    app.kit.eventLoop?.delay();
    const warnings = app.kit.warnings.list();
    const isShown = warnings.length > 0 && isOperator(request, app.kit.settings.metrics);
    return { status: "ok", ...(isShown && { warnings }) };
  });
}
