import { expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import {
  cachedPaths,
  endOf,
  type Holder,
  isCached,
  isRecord,
  isSameHolder,
  patientOf,
  patientsAtMost,
  readSessionTime,
  timeLeft,
  tooMany,
} from "./cache-rule.ts";

const contracts = import.meta.glob<object>("../../features/*/*contract.ts", { eager: true });
const endpoints = Object.values(contracts)
  .flatMap((contract) => Object.values(contract) as unknown[])
  .filter((part): part is Endpoint => typeof part === "object" && part !== null && "path" in part);

test("every cached path is a call that reads JSON, and none of an export, a print, a file or the history", () => {
  for (const path of Object.keys(cachedPaths)) {
    const read = endpoints.find((endpoint) => endpoint.path === path && endpoint.method === "GET");
    expect(read, path).toBeDefined();
    expect(read?.response, path).not.toBe("file");
    expect(path).not.toMatch(/export|print|history|files|admin|reports|secretaries|referral/);
  }
});

test.each([
  ["/api/patients", "/api/patients?limit=25", true],
  ["/api/patients", "/api/patients?search=ybanez&limit=25", false],
  ["/api/patients", "/api/patients?limit=25&cursor=abc", false],
  ["/api/patients", "/api/patients?diagnosis=asthma&limit=25", false],
  ["/api/patients/:id", "/api/patients/7", true],
  ["/api/visits", "/api/visits?placeId=4", true],
  ["/api/visits", "/api/visits?day=2026-11-20", false],
  ["/api/patients/:id/prescriptions", "/api/patients/7/prescriptions?limit=20", true],
  ["/api/patients/:id/prescriptions", "/api/patients/7/prescriptions?limit=1&withdrawn=without", true],
  ["/api/patients/:id/prescriptions", "/api/patients/7/prescriptions?limit=20&cursor=abc", false],
  ["/api/patients/:id/history", "/api/patients/7/history?limit=20", false],
  ["/api/patients/:id/files", "/api/patients/7/files", false],
  ["/api/patients/archived", "/api/patients/archived?limit=25", false],
  ["/api/admin/clinics", "/api/admin/clinics?limit=25", false],
])("%s asked as %s is kept: %s", (path, address, expected) => {
  expect(isCached(path, address)).toBe(expected);
});

test("the age of the current user and of settings is not shown; that of records is", () => {
  expect(isRecord("/api/auth/me")).toBe(false);
  expect(isRecord("/api/clinic/settings")).toBe(false);
  expect(isRecord("/api/consultations/today")).toBe(true);
  expect(isRecord("/api/patients/:id")).toBe(true);
});

test("a response about a patient belongs to that patient; a list to nobody", () => {
  expect(patientOf("/api/patients/:id/vital-signs", "/api/patients/712/vital-signs?limit=6")).toBe(712);
  expect(patientOf("/api/patients/:id", "/api/patients/9")).toBe(9);
  expect(patientOf("/api/patients", "/api/patients?limit=25")).toBeNull();
});

test("of more than fifty patients the least recently read are removed", () => {
  const answers = Array.from({ length: patientsAtMost + 2 }, (_, index) => ({
    patientId: index + 1,
    readAt: 1000 + index,
  }));
  expect(tooMany(answers.slice(2))).toEqual([]);
  expect(tooMany(answers).sort()).toEqual([1, 2]);
  // Patient 1 was opened again, in another part of the record.
  expect(tooMany([...answers, { patientId: 1, readAt: 9000 }]).sort()).toEqual([2, 3]);
  expect(tooMany([...answers.slice(2), { patientId: null, readAt: 1 }])).toEqual([]);
});

const hour = 3_600_000;
const holder: Holder = {
  mark: "m",
  userId: 1,
  clinicId: 1,
  isStaffMode: false,
  rights: '["owner",[]]',
  since: 0,
  usedAt: 10 * hour,
  idleMs: 2 * hour,
  lifeMs: 12 * hour,
};

test.each<[string, Partial<Holder>]>([
  ["session", { mark: "n" }],
  ["user", { userId: 2 }],
  ["clinic", { clinicId: 2 }],
  ["staff mode", { isStaffMode: true }],
  ["rights", { rights: '["staff",["view_patients"]]' }],
])("another %s reads nothing of it", (_, change) => {
  expect(isSameHolder(holder, holder)).toBe(true);
  expect(isSameHolder(holder, { ...holder, ...change })).toBe(false);
});

test("it expires with the session: unused, in total, and at once when the clock was set back", () => {
  expect(timeLeft(holder, 10 * hour + 1)).toBe(2 * hour - 1);
  expect(timeLeft(holder, 12 * hour)).toBe(0);
  expect(timeLeft({ ...holder, usedAt: 11.5 * hour }, 11.75 * hour)).toBe(0.25 * hour);
  expect(timeLeft(holder, 9 * hour)).toBe(0);
  expect(endOf(holder)).toBe(12 * hour);
  expect(endOf({ ...holder, usedAt: 11.5 * hour })).toBe(12 * hour);
  expect(endOf({ ...holder, usedAt: 5 * hour })).toBe(7 * hour);
  expect(timeLeft({ ...holder, ...readSessionTime(null) }, 10 * hour)).toBe(0);
  expect(readSessionTime("7200/43200")).toEqual({ idleMs: 2 * hour, lifeMs: 12 * hour });
});
