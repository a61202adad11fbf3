import type { FastifyReply, FastifyRequest } from "fastify";
import {
  beginFhirExport,
  cancelFhirExport,
  fhirExportFile,
  fhirExportState,
} from "#features/fhir/contract.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { asFhir, baseOf } from "../bundle.ts";
import {
  beginExport,
  cancelExport,
  DELETED,
  type FhirExport,
  findExport,
  requestedSince,
  requestedTypes,
} from "./exports.ts";

const note = (text: string) => ({
  resourceType: "OperationOutcome",
  issue: [{ severity: "information", code: "informational", details: { text } }],
});

/** The flow of HL7's Bulk Data Access: start, poll, download. */
export function fhirExportRoutes(app: App): void {
  serve(app, beginFhirExport, async ({ query }, { clinic, apiKey, now, request, reply, auditDetails }) => {
    const types = requestedTypes(query, apiKey);
    const since = requestedSince(query);
    const id = await beginExport(clinic, { types, since }, now);
    auditDetails({ types, exportId: id, ...(since && { since }) });
    asFhir(reply)
      .code(202)
      .header("content-location", `${baseOf(request)}/$export/${id}`);
    return note("The export has begun. Its state is at the address in Content-Location.");
  });
  serve(app, fhirExportState, async ({ params }, { clinic, apiKey, request, reply }) =>
    stateOf(await findExport(clinic, apiKey, params.id), request, reply),
  );
  serve(app, cancelFhirExport, async ({ params }, { clinic, apiKey, reply }) => {
    await cancelExport(clinic, apiKey, params.id);
    asFhir(reply).code(202);
    return note("The export is cancelled.");
  });
  serve(app, fhirExportFile, async ({ params }, { kit, clinic, apiKey, auditDetails }) => {
    const { fhirType: type, id } = params;
    const { state, files } = await findExport(clinic, apiKey, id);
    const file = state === "done" ? files.find((one) => one.type === type) : undefined;
    if (!file?.storedAs) throw notFound("File");
    auditDetails({ type, exportId: id, lines: file.count });
    return new FileAnswer({
      bytes: await kit.storage.get(file.storedAs),
      type: "application/fhir+ndjson",
      name: `${type}.ndjson`,
      disposition: "attachment",
    });
  });
}

/** How long a program should wait before it polls again, in seconds. */
const LOOK_AGAIN = 5;
const DAY = 24 * 3_600_000;

function stateOf(found: FhirExport, request: FastifyRequest, reply: FastifyReply) {
  const { id, state, types, files, createdAt, since } = found;
  if (state === "failed")
    throw new Failure("internal", "The export could not be written. Ask for another one later.");
  if (state === "waiting") {
    asFhir(reply)
      .code(202)
      .header("x-progress", `${files.length} of ${types.length} types written`)
      .header("retry-after", String(LOOK_AGAIN));
    return {};
  }
  const base = baseOf(request);
  const filled = files
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => ({ type, url: `${base}/$export/${id}/${type}`, count }));
  reply
    .type("application/json; charset=utf-8")
    .header("expires", new Date(Date.parse(createdAt) + DAY).toUTCString());
  return {
    transactionTime: createdAt,
    request: since === null ? `${base}/$export` : `${base}/$export?_since=${encodeURIComponent(since)}`,
    requiresAccessToken: true,
    output: filled.filter(({ type }) => type !== DELETED),
    ...(since !== null && { deleted: filled.filter(({ type }) => type === DELETED) }),
    error: [],
  };
}
