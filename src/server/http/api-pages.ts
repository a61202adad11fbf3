import { setImmediate as nextTurn } from "node:timers/promises";
import { toJSONSchema } from "zod/v4/core";
import { type Endpoint, recentPasswordFor, type Upload } from "#shared/endpoint.ts";
import { type Access, isByKey } from "#shared/permissions.ts";
import type { App } from "../kit.ts";
import { onceAsync } from "../once-async.ts";
import { answerWithoutView } from "./shown-record.ts";

/**
 * `/api/docs` for people and `/api/docs/openapi.json` for programs, both generated from the contracts at the first
 * request. That takes a tenth of a second, so it yields to other requests after each endpoint.
 */
export function apiPages(app: App): void {
  const forPrograms = onceAsync(async () => JSON.stringify(await openApi(app.kit.served)));
  const forPeople = onceAsync(() => docsPage(app.kit.served));
  app.get("/api/docs/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(await forPrograms()),
  );
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(await forPeople()),
  );
}

const accessInWords = (access: Access): string => {
  if (isByKey(access))
    return access.key === "any" ? "any valid API key" : `API keys that may read ${access.key}`;
  if (typeof access === "object")
    return "all" in access ? `all of ${access.all.join(", ")}` : `any of ${access.any.join(", ")}`;
  return {
    public: "anyone",
    "signed-in": "any signed-in user",
    member: "any member of the clinic",
    owner: "the clinic's owner",
    admin: "the platform admin",
  }[access];
};

const passwordInWords = ({ recentPassword }: Endpoint): string =>
  recentPassword
    ? ` ${recentPassword === true ? "Needs" : "Some changes need"} a password typed in the last ${recentPasswordFor / 60_000} minutes: after a 403 with the code password_required, send it to POST /api/auth/confirm-password and repeat the call.`
    : "";

const jsonSchema = (schema: NonNullable<Endpoint["body"]>, io: "input" | "output") =>
  toJSONSchema(schema, { target: "openapi-3.0", io, unrepresentable: "any" }) as Record<string, unknown>;

async function openApi(endpoints: readonly Endpoint[]): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    await nextTurn();
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return { openapi: "3.0.3", info: { title: "Klinika", version: "1" }, paths };
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const query = endpoint.query
    ? (jsonSchema(endpoint.query, "input").properties as Record<string, unknown> | undefined)
    : undefined;
  return {
    summary: `For ${accessInWords(endpoint.access)}.${passwordInWords(endpoint)}`,
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...params.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: "query", schema })),
    ],
    ...(endpoint.body && {
      requestBody: { content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } } },
    }),
    ...(endpoint.upload && { requestBody: multipart(endpoint.upload) }),
    responses: {
      200: {
        description: "The answer",
        content:
          endpoint.response === "file"
            ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
            : { "application/json": { schema: answerOf(endpoint.response, answerWithoutView(endpoint)) } },
      },
      default: { description: "A failure: code, message, and fields where a form can be corrected" },
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

const uploadInWords = ({ field, maxFiles, maxBytes }: Upload) =>
  `multipart/form-data: ${maxFiles === 1 ? "one file" : `up to ${maxFiles} files`} in the field "${field}", each up to ${maxBytes / 1024 / 1024} MB.`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

async function docsPage(endpoints: readonly Endpoint[]): Promise<string> {
  const sorted = [...endpoints].sort(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  );
  const section = (
    endpoint: Endpoint,
    least = answerWithoutView(endpoint),
  ) => `<section><h2><code>${endpoint.method} ${escaped(endpoint.path.replace(/:(\w+)/g, "{$1}"))}</code></h2>
<p>For ${escaped(accessInWords(endpoint.access))}.${escaped(passwordInWords(endpoint))}${endpoint.audit ? ` Recorded in the record history as <code>${endpoint.audit}</code>.` : ""}</p>
${endpoint.query ? shape("Query", jsonSchema(endpoint.query, "input")) : ""}${endpoint.body ? shape("Body", jsonSchema(endpoint.body, "input")) : ""}${endpoint.upload ? `<p>Takes ${escaped(uploadInWords(endpoint.upload))}</p>` : ""}${
  endpoint.response === "file"
    ? "<p>Returns a file.</p>"
    : shape("Answer", jsonSchema(endpoint.response, "output"))
}${least ? shape("Answer without view_patients", jsonSchema(least, "output")) : ""}</section>`;
  const sections: string[] = [];
  for (const endpoint of sorted) {
    await nextTurn();
    sections.push(section(endpoint));
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Klinika API</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#211e1a;background:#f8f6f2}section{border-top:1px solid #d6d1c6}h2{font-size:1rem;overflow-wrap:anywhere}code{overflow-wrap:anywhere}pre{background:#fff;border:1px solid #e7e3db;padding:.75rem;overflow:auto;max-height:24rem}</style>
<main><h1>Klinika API</h1><p>Send <code>Authorization: Bearer &lt;token&gt;</code> with the token of a sign-in, or with an API key where a call is for keys. The same in a form for programs: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
${sections.join("\n")}</main></html>`;
}

const shape = (title: string, schema: Record<string, unknown>) =>
  `<details><summary>${title}</summary><pre tabindex="0">${escaped(JSON.stringify(schema, null, 2))}</pre></details>`;
