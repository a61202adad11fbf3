import { expect, it } from "vitest";
import { deletePatient, exportPatients } from "#features/patients/contract.ts";
import { platformStats } from "#features/platform/contract.ts";
import { changePermissions } from "#features/staff/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { requirePasswordRule } from "./password-rule.ts";

const without = (endpoint: Endpoint): Endpoint =>
  Object.fromEntries(Object.entries(endpoint).filter(([name]) => name !== "recentPassword")) as Endpoint;

it.each([deletePatient, exportPatients, changePermissions])(
  "$method $path must ask for the password or say why not",
  (endpoint) => {
    expect(() => requirePasswordRule(endpoint)).not.toThrow();
    const silent = without(endpoint);
    expect(() => requirePasswordRule(silent)).toThrow(/Declare `recentPassword`/);
    expect(() => requirePasswordRule({ ...silent, withoutPassword: "Why not." })).not.toThrow();
    expect(() => requirePasswordRule({ ...endpoint, withoutPassword: "Why not." })).toThrow(/says why/);
  },
);

it("a GET may not ask, and so may not export", () => {
  expect(() => requirePasswordRule({ ...platformStats, recentPassword: true })).toThrow(/a GET never does/);
  expect(() => requirePasswordRule({ ...without(exportPatients), method: "GET" })).toThrow(/patient.export/);
});
