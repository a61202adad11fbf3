import { parse } from "node:querystring";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  FHIR_PAGE,
  fhirCalls,
  fhirEverything,
  fhirMetadata,
  readFhirBinary,
  searchFhirByPost,
} from "#features/fhir/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorOf } from "#server/database/merged-patients.ts";
import { isFhir } from "#server/http/operation-outcome.ts";
import { type Context, serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { asBundle, asCount, asFhir, baseOf } from "./bundle.ts";
import { capabilityStatement } from "./capability-statement.ts";
import { readEverything } from "./everything.ts";
import { fhirExportRoutes } from "./export/routes.ts";
import { readBinary } from "./read-binary.ts";
import { readOne } from "./read-one.ts";
import type { Resource } from "./resources/resource.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import { changedSince } from "./search/parameters.ts";
import { type Page, readPage, type SearchRequest } from "./search/read-page.ts";
import {
  countOf,
  knownPart,
  parametersOf,
  type Query,
  readQuery,
  refuseUnknown,
  repeated,
  requireJson,
} from "./search/read-query.ts";
import { ofAnswer, shownOf, shownPartOf } from "./shown-part.ts";

export function fhirRoutes(app: App): void {
  fhirExportRoutes(app);
  serve(app, fhirMetadata, (_received, { request, reply }) => {
    asFhir(reply);
    return { ...capabilityStatement(baseOf(request)) };
  });
  app.addHook("preValidation", (request, _reply, done) => {
    requireAccepted(request);
    done();
  });
  for (const type of fhirResourceTypes) {
    const { read, search } = fhirCalls[type];
    serve(
      app,
      read,
      async ({ params, query }, { clinic, now, request, reply, auditView }) => {
        const part = shownPartOf(query);
        requireJson(query);
        const { resource, patientId } = await readOne(clinic, type, params.id, now);
        if (patientId !== null) auditView(patientId);
        return answerOne(request, reply, { resource, part });
      },
      { auditsManually: true },
    );
    serve(app, search, ({ query }, context) => answerSearch(type, query, context), { auditsManually: true });
  }
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => {
        done(null, parse(String(body)));
      },
    );
    serve(
      scope,
      searchFhirByPost,
      ({ params: { fhirType: type }, query, body = {} }, context) => {
        if (!context.apiKey.scopes.includes(type))
          throw new Failure("forbidden", `This API key may not read ${type}.`);
        return answerSearch(type, both(query, body), context);
      },
      { auditsManually: true },
    );
  });
  serve(
    app,
    fhirEverything,
    async ({ params, query: sent }, { clinic, now, request, reply, apiKey, auditView }) => {
      const query = knownQuery(request, sent, ["_count", "_page", "_since", "_type", ...ofAnswer]);
      requireJson(query);
      const part = shownPartOf(query);
      const [cursor] = repeated(query._page ?? []);
      const types = repeated(query._type ?? []).flatMap((list) => list.split(","));
      const scopes = types.length > 0 ? apiKey.scopes.filter((one) => types.includes(one)) : apiKey.scopes;
      const filters = repeated(query._since ?? []).map((since) => changedSince("_since", since));
      const found = await readOne(clinic, "Patient", params.id, now);
      const patientId = found.patientId ?? Number(params.id);
      auditView(patientId);
      const path = `Patient/${patientId}/$everything`;
      asFhir(reply);
      const of = (count: number, from: string | undefined) =>
        readEverything(clinic, patientId, { scopes, filters, count, cursor: from }, now);
      if (isCount(query)) return { ...asCount(request, path, { query, total: await totalOf(of) }) };
      return { ...asBundle(request, path, { query, page: await of(countOf(query), cursor), part }) };
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

/** The part of a handler's context that a search uses. */
type Searching = Pick<
  Context<(typeof fhirCalls)["Patient"]["search"]>,
  "clinic" | "now" | "request" | "reply" | "auditView"
>;

async function answerSearch(
  type: FhirResourceType,
  sent: Query,
  { clinic, now, request, reply, auditView }: Searching,
) {
  const query = knownQuery(request, sent, parametersOf(searchedTypes[type]));
  const part = shownPartOf(query);
  const searched = readQuery(searchedTypes[type], query);
  asFhir(reply);
  const countAll = (patientId: number | undefined) =>
    totalOf((count, cursor) => readPage(clinic, { ...searched, patientId, count, cursor }, now));
  if (isCount(query)) {
    const { patientId } = await readWithSurvivor(clinic, { ...searched, count: 1 }, now);
    return { ...asCount(request, type, { query, total: await countAll(patientId) }) };
  }
  const { page, patientId } = await readWithSurvivor(clinic, searched, now);
  noteShown(page, auditView);
  const isOfSurvivor = patientId !== searched.patientId;
  const written = isOfSurvivor ? { ...query, patient: String(patientId) } : query;
  const bundle = asBundle(request, type, { query: written, page, part });
  if (query._total === "accurate") bundle.total ??= await countAll(patientId);
  return { ...bundle };
}

const isCount = (query: Query): boolean => shownPartOf(query) === "count" || countOf(query) === 0;

/** More are not counted for one request. */
const MOST_COUNTED = 20_000;

async function totalOf(
  pageOf: (count: number, cursor: string | undefined) => Promise<Page>,
): Promise<number> {
  let total = 0;
  for (let cursor: string | undefined; ; ) {
    const { entries, next } = await pageOf(FHIR_PAGE.most, cursor);
    total += entries.length;
    if (next === null) return total;
    if (total > MOST_COUNTED)
      throw new Failure(
        "unusable",
        "There are too many to count at once. Narrow the search, or use $export.",
      );
    cursor = next;
  }
}

/** Parameters of the address and of the body. */
const both = (query: Query, body: Query): Query => {
  const names = new Set([...Object.keys(query), ...Object.keys(body)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...repeated(query[name] ?? []), ...repeated(body[name] ?? [])]]),
  );
};

/** Routes whose answer is bytes or lines, whatever the caller accepts. */
const ofFiles = /\/(?:Binary\/:id|\$export\/:id\/:fhirType)$/;
const acceptable = /^(?:\*\/\*|application\/\*|(?:application|text)\/(?:fhir\+)?json)$/;

/**
 * Only JSON of R4 is served. `_format` takes precedence over the header.
 * @throws Failure not_acceptable
 */
function requireAccepted(request: FastifyRequest): void {
  const { headers, query, routeOptions } = request;
  if (!isFhir(request) || ofFiles.test(routeOptions.url ?? "")) return;
  const sent = (query ?? {}) as Query;
  if (sent._format !== undefined) {
    requireJson(sent);
    return;
  }
  if (!headers.accept) return;
  const isServed = headers.accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return (
      acceptable.test(type) &&
      !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one) || /^fhirversion=(?!4\.0)/.test(one))
    );
  });
  if (!isServed)
    throw new Failure(
      "not_acceptable",
      "Only application/fhir+json of FHIR 4.0 is served. Send it as Accept.",
    );
}

/** `Prefer: handling=lenient`: unknown parameters are ignored. */
function knownQuery(request: FastifyRequest, sent: Query, known: readonly string[]): Query {
  if (/\bhandling=lenient\b/.test(String(request.headers.prefer ?? ""))) return knownPart(sent, known);
  refuseUnknown(sent, known);
  return sent;
}

/** A search by a merged record's id is one by its survivor's. */
async function readWithSurvivor(
  clinic: ClinicScope,
  searched: SearchRequest,
  now: Date,
): Promise<{ page: Page; patientId: number | undefined }> {
  const { patientId, cursor } = searched;
  const page = await readPage(clinic, searched, now);
  if (page.entries.length > 0 || page.next !== null || patientId === undefined || cursor !== undefined)
    return { page, patientId };
  const survivor = await survivorOf(clinic, patientId);
  if (survivor === null) return { page, patientId };
  return { page: await readPage(clinic, { ...searched, patientId: survivor }, now), patientId: survivor };
}

/** The patients of a page, each once. */
function noteShown({ entries }: Page, auditView: (patientId: number) => void): void {
  const shown = new Set(entries.map(({ patientId }) => patientId));
  for (const patientId of shown) if (patientId !== null) auditView(patientId);
}

function answerOne(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { resource, part }: { resource: Resource; part: ReturnType<typeof shownPartOf> },
) {
  const { versionId, lastUpdated = "" } = resource.meta ?? {};
  const changed = Math.floor(Date.parse(lastUpdated) / 1000) * 1000;
  asFhir(reply).header("etag", `W/"${versionId}"`).header("last-modified", new Date(changed).toUTCString());
  const since = headers["if-none-match"] === undefined ? headers["if-modified-since"] : undefined;
  if (since !== undefined && changed <= Date.parse(since)) reply.code(304);
  return { ...shownOf(resource, part) };
}
