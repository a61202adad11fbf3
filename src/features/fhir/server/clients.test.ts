import type { AddressInfo } from "node:net";
import { MedplumClient, OperationOutcomeError } from "@medplum/core";
import { Client } from "fhir-kit-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aKey } from "#test/data/api-keys.ts";
import type { TestClinic } from "#test/data/factories.ts";
import { fullClinic } from "#test/data/full-clinic.ts";

/** Third-party clients over a socket. */
let app: TestApp;
let clinic: TestClinic;
let origin: string;
let key: string;

beforeAll(async () => {
  app = await startOwnApp();
  clinic = await fullClinic(app);
  key = await aKey(app, clinic);
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

type Found = { resourceType: string; entry?: { resource: { id: string; resourceType: string } }[] };

test("fhir-kit-client reads the statement, searches, turns pages and reads", async () => {
  const client = new Client({ baseUrl: `${origin}/fhir/R4`, bearerToken: key });
  expect(await client.capabilityStatement()).toMatchObject({ fhirVersion: "4.0.1", kind: "instance" });
  const first = (await client.search({ resourceType: "Patient", searchParams: { _count: 1 } })) as Found;
  const [ana] = first.entry ?? [];
  const second = (await client.nextPage({ bundle: first as never })) as Found;
  expect(second.entry?.[0]?.resource.id).not.toBe(ana?.resource.id);
  const found = (await client.search({
    resourceType: "Patient",
    searchParams: { family: "Reyes" },
  })) as Found;
  const id = found.entry?.[0]?.resource.id ?? "";
  expect(await client.read({ resourceType: "Patient", id })).toMatchObject({ name: [{ family: "Reyes" }] });
  const record = (await client.operation({
    name: "everything",
    resourceType: "Patient",
    id,
    method: "GET",
  })) as Found;
  expect(record.entry?.map(({ resource }) => resource.resourceType)).toContain("AllergyIntolerance");
  await expect(client.read({ resourceType: "Patient", id: "999999" })).rejects.toMatchObject({
    response: { status: 404, data: { resourceType: "OperationOutcome" } },
  });
});

test("Medplum's client searches, reads, turns pages and understands a refusal", async () => {
  const client = new MedplumClient({ baseUrl: origin, fhirUrlPath: "fhir/R4", accessToken: key, fetch });
  const patients = await client.searchResources("Patient", { family: "Reyes" });
  expect(patients[0]).toMatchObject({ name: [{ family: "Reyes" }] });
  const id = patients[0]?.id ?? "";
  expect(await client.readResource("Patient", id)).toMatchObject({ id });
  const everything = await client.readPatientEverything(id);
  expect(everything.entry?.length).toBeGreaterThan(10);
  const pages = [];
  for await (const page of client.searchResourcePages("Observation", {
    patient: `Patient/${id}`,
    _count: "1",
  }))
    pages.push(page);
  expect(pages.length).toBeGreaterThan(1);
  const refused = await client.readResource("Patient", "999999").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperationOutcomeError);
  expect((refused as OperationOutcomeError).outcome.issue[0]?.code).toBe("not-found");
});
