import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONSchema } from "zod/v4/core";
import { toJSONSchema } from "zod/v4/core";
import type { Endpoint, Upload } from "#shared/endpoint.ts";
import { type FailureCode, statusOf } from "#shared/errors.ts";
import { accessInWords, passwordInWords, uploadInWords } from "./endpoint-words.ts";
import { answerWithoutView } from "./shown-record.ts";

type Schema = JSONSchema.BaseSchema;

export function jsonSchema(schema: NonNullable<Endpoint["body"]>, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...rest } = toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** The description of all endpoints for programs, in OpenAPI 3.1. It yields to other requests after each endpoint. */
export async function openApi(endpoints: readonly Endpoint[]): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    await nextTurn();
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Klinika",
      version: "1",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a sign-in, or an API key where a call is for keys.",
        },
      },
      schemas: { Failure: failure, OperationOutcome: outcome },
      responses: Object.fromEntries(
        statuses.flatMap((status) => [
          [`Failure${status}`, failureAnswer(status, "application/json", "Failure")],
          [`Outcome${status}`, failureAnswer(status, "application/fhir+json", "OperationOutcome")],
        ]),
      ),
    },
  };
}

const codes = Object.keys(statusOf) as FailureCode[];
const statuses = [...new Set(Object.values(statusOf))].toSorted();

/** `FailureBody`. */
const failure = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: codes },
    message: { type: "string", description: "For people." },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "What to correct, by the field's name.",
    },
    suspended: { type: "boolean" },
    clinic: {
      type: "object",
      required: ["name", "subscriptionStatus", "isActive"],
      properties: {
        name: { type: "string" },
        subscriptionStatus: { type: "string" },
        isActive: { type: "boolean" },
      },
    },
    methods: { type: "array", items: { type: "string" }, description: "Ways to send the missing proof." },
    challenge: { type: "string" },
    passkeyOptions: { type: "object" },
    current: { description: "The record as it is now, after a conflicting change." },
    suggestion: { type: "string" },
    reference: { type: "string", description: "The request's id in the log." },
    refused: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "reason"],
        properties: { name: { type: "string" }, reason: { type: "string" } },
      },
    },
  },
};

const outcome = {
  type: "object",
  required: ["resourceType", "issue"],
  properties: {
    resourceType: { const: "OperationOutcome" },
    issue: {
      type: "array",
      items: {
        type: "object",
        required: ["severity", "code"],
        properties: {
          severity: { type: "string" },
          code: { type: "string" },
          details: { type: "object" },
          expression: { type: "array", items: { type: "string" } },
          diagnostics: { type: "string" },
        },
      },
    },
  },
};

const failureAnswer = (status: number, type: string, schema: string) => ({
  description: codes.filter((code) => statusOf[code] === status).join(", "),
  content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** The statuses with which an endpoint may fail. */
function failuresOf({ method, path, access, query, body, upload }: Endpoint): number[] {
  const isChange = method !== "GET";
  const namesRecord = path.includes(":");
  const possible: Partial<Record<number, boolean>> = {
    400: namesRecord || Boolean(query ?? body ?? upload),
    401: access !== "public" || path.startsWith("/api/auth/"),
    403: access !== "public" || isChange,
    404: namesRecord,
    406: isFhirPath(path),
    409: isChange,
    410: namesRecord,
    412: isChange,
    413: isChange,
    415: isChange,
    422: true,
    507: isChange,
  };
  return statuses.filter((status) => possible[status] ?? true);
}

const isFhirPath = (path: string) => path.startsWith("/fhir/");

/** "getPatientsById" for GET /api/patients/:id: it stays as long as the address. */
export const operationIdOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api\//, "/")
    .replace(/:(\w)/g, (_, letter: string) => `by-${letter}`)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join("");

function operation(endpoint: Endpoint): Record<string, unknown> {
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const query = endpoint.query ? jsonSchema(endpoint.query, "input") : undefined;
  const isFhir = isFhirPath(endpoint.path);
  return {
    operationId: operationIdOf(endpoint),
    summary: `For ${accessInWords(endpoint.access)}.${passwordInWords(endpoint)}`,
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...params.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: "query",
        required: query?.required?.includes(name) ?? false,
        schema,
      })),
    ],
    ...(endpoint.body && {
      requestBody: {
        content: {
          [isFhir ? "application/x-www-form-urlencoded" : "application/json"]: {
            schema: jsonSchema(endpoint.body, "input"),
          },
        },
      },
    }),
    ...(endpoint.upload && { requestBody: multipart(endpoint.upload) }),
    responses: {
      200: {
        description: "The answer",
        content:
          endpoint.response === "file"
            ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
            : {
                [isFhir ? "application/fhir+json" : "application/json"]: {
                  schema: answerOf(endpoint.response, answerWithoutView(endpoint)),
                },
              },
      },
      ...Object.fromEntries(
        failuresOf(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${isFhir ? "Outcome" : "Failure"}${status}` },
        ]),
      ),
    },
  };
}

type Answer = Exclude<Endpoint["response"], "file">;

/** Changes of a patient's record return less to users who may not view it. */
const answerOf = (whole: Answer, least: Answer | undefined) =>
  least ? { anyOf: [jsonSchema(whole, "output"), jsonSchema(least, "output")] } : jsonSchema(whole, "output");

const multipart = ({ field, maxFiles, maxBytes }: Upload) => ({
  description: uploadInWords({ field, maxFiles, maxBytes }),
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: [field],
        properties: {
          [field]: { type: "array", maxItems: maxFiles, items: { type: "string", format: "binary" } },
        },
      },
    },
  },
});
