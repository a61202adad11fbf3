import type { FastifyReply, FastifyRequest } from "fastify";
import { fhirCalls, fhirEverything, fhirMetadata, readFhirBinary } from "#features/fhir/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorOf } from "#server/database/merged-patients.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { asBundle, asFhir, baseOf } from "./bundle.ts";
import { capabilityStatement } from "./capability-statement.ts";
import { readEverything } from "./everything.ts";
import { fhirExportRoutes } from "./export/routes.ts";
import { readBinary } from "./read-binary.ts";
import { readOne } from "./read-one.ts";
import type { Resource } from "./resources/resource.ts";
import { type Page, readPage, type SearchRequest } from "./search/read-page.ts";
import {
  countOf,
  knownPart,
  parametersOf,
  type Query,
  readQuery,
  refuseUnknown,
  requireJson,
} from "./search/read-query.ts";
import { searchedTypes } from "./search/types.ts";

export function fhirRoutes(app: App): void {
  fhirExportRoutes(app);
  serve(app, fhirMetadata, (_received, { request, reply }) => {
    asFhir(reply);
    return { ...capabilityStatement(baseOf(request)) };
  });
  for (const type of fhirResourceTypes) {
    const { read, search } = fhirCalls[type];
    serve(
      app,
      read,
      async ({ params }, { clinic, now, reply, auditView }) => {
        const { resource, patientId } = await readOne(clinic, type, params.id, now);
        if (patientId !== null) auditView(patientId);
        return answerOne(reply, resource);
      },
      { auditsManually: true },
    );
    serve(
      app,
      search,
      async ({ query: sent }, { clinic, now, request, reply, auditView }) => {
        const query = knownQuery(request, sent, parametersOf(searchedTypes[type]));
        const asked = readQuery(searchedTypes[type], query);
        const { page, patientId } = await readLed(clinic, asked, now);
        noteShown(page, auditView);
        asFhir(reply);
        const isLed = patientId !== asked.patientId;
        const written = isLed ? { ...query, patient: String(patientId) } : query;
        return { ...asBundle(request, type, { query: written, page }) };
      },
      { auditsManually: true },
    );
  }
  serve(
    app,
    fhirEverything,
    async ({ params, query: sent }, { clinic, now, request, reply, apiKey, auditView }) => {
      const query = knownQuery(request, sent, ["_count", "_format", "_page"]);
      requireJson(query);
      const [cursor] = typeof query._page === "string" ? [query._page] : (query._page ?? []);
      const led = await readOne(clinic, "Patient", params.id, now);
      const patientId = led.patientId ?? Number(params.id);
      auditView(patientId);
      const page = await readEverything(
        clinic,
        patientId,
        { scopes: apiKey.scopes, count: countOf(query), cursor },
        now,
      );
      asFhir(reply);
      return { ...asBundle(request, `Patient/${patientId}/$everything`, { query, page }) };
    },
    { auditsManually: true },
  );
  serve(
    app,
    readFhirBinary,
    async ({ params }, { kit, clinic, auditView }) => {
      const { answer, patientId } = await readBinary(clinic, params.id, kit.storage);
      auditView(patientId);
      return answer;
    },
    { auditsManually: true },
  );
}

/** `Prefer: handling=lenient`: unknown parameters are ignored. */
function knownQuery(request: FastifyRequest, sent: Query, known: readonly string[]): Query {
  if (/\bhandling=lenient\b/.test(String(request.headers.prefer ?? ""))) return knownPart(sent, known);
  refuseUnknown(sent, known);
  return sent;
}

/** A search by a merged record's id is one by its survivor's. */
async function readLed(
  clinic: ClinicScope,
  asked: SearchRequest,
  now: Date,
): Promise<{ page: Page; patientId: number | undefined }> {
  const { patientId, cursor } = asked;
  const page = await readPage(clinic, asked, now);
  if (page.entries.length > 0 || page.next !== null || patientId === undefined || cursor !== undefined)
    return { page, patientId };
  const survivor = await survivorOf(clinic, patientId);
  if (survivor === null) return { page, patientId };
  return { page: await readPage(clinic, { ...asked, patientId: survivor }, now), patientId: survivor };
}

/** The patients of a page, each once. */
function noteShown({ entries }: Page, auditView: (patientId: number) => void): void {
  const shown = new Set(entries.map(({ patientId }) => patientId));
  for (const patientId of shown) if (patientId !== null) auditView(patientId);
}

function answerOne(reply: FastifyReply, resource: Resource) {
  const { versionId, lastUpdated } = resource.meta ?? {};
  asFhir(reply).header("etag", `W/"${versionId}"`);
  if (lastUpdated) reply.header("last-modified", new Date(lastUpdated).toUTCString());
  return { ...resource };
}
