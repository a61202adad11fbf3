import { setImmediate as nextTurn } from "node:timers/promises";
import type { Endpoint } from "#shared/endpoint.ts";
import type { App } from "../kit.ts";
import { onceAsync } from "../once-async.ts";
import { accessInWords, passwordInWords, uploadInWords } from "./endpoint-words.ts";
import { htmlText } from "./html-text.ts";
import { jsonSchema, openApi } from "./open-api.ts";
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

async function docsPage(endpoints: readonly Endpoint[]): Promise<string> {
  const sorted = [...endpoints].sort(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  );
  const section = (
    endpoint: Endpoint,
    least = answerWithoutView(endpoint),
  ) => `<section><h2><code>${endpoint.method} ${htmlText(endpoint.path.replace(/:(\w+)/g, "{$1}"))}</code></h2>
<p>For ${htmlText(accessInWords(endpoint.access))}.${htmlText(passwordInWords(endpoint))}${endpoint.audit ? ` Recorded in the record history as <code>${endpoint.audit}</code>.` : ""}</p>
${endpoint.query ? shape("Query", jsonSchema(endpoint.query, "input")) : ""}${endpoint.body ? shape("Body", jsonSchema(endpoint.body, "input")) : ""}${endpoint.upload ? `<p>Takes ${htmlText(uploadInWords(endpoint.upload))}</p>` : ""}${
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

const shape = (title: string, schema: object) =>
  `<details><summary>${title}</summary><pre tabindex="0">${htmlText(JSON.stringify(schema, null, 2))}</pre></details>`;
