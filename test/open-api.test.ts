import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";

type Operation = { operationId: string; responses: Record<string, unknown>; security: object[] };

let app: TestApp;
let source: string;
beforeAll(async () => {
  app = await startOwnApp();
  source = (await app.app.inject("/api/docs/openapi.json")).body;
});
afterAll(() => app.close());

test("the description for programs has no error by Redocly's linter", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  expect(
    problems
      .filter(({ severity }) => severity === "error")
      .slice(0, 5)
      .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test("each operation has its own name, and a schema for each failure", () => {
  const { paths, components } = JSON.parse(source);
  const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  );
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("getPatientsById");
  expect(components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
  for (const { operationId, responses, security } of operations) {
    for (const status of ["429", "500", "503"]) expect(responses, operationId).toHaveProperty(status);
    if (security.length > 0) expect(responses, operationId).toHaveProperty("401");
  }
  expect(source).not.toContain('"nullable"');
});
