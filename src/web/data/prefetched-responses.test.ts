import { beforeEach, expect, it, vi } from "vitest";
import { forgetAskedAhead, takeAskedAhead } from "./prefetched-responses.ts";

const place = globalThis as { askedAhead?: unknown };
const answer = Promise.resolve(new Response("[]"));
beforeEach(() => {
  place.askedAhead = {
    token: "t",
    askedAt: performance.now(),
    answers: { "/api/patients?limit=25": answer },
  };
  return () => vi.restoreAllMocks();
});

it("gives what was asked for ahead, once", () => {
  expect(takeAskedAhead("/api/patients?limit=6", "t")).toBeUndefined();
  expect(takeAskedAhead("/api/patients?limit=25", "t")).toBe(answer);
  expect(takeAskedAhead("/api/patients?limit=25", "t")).toBeUndefined();
});

it("gives nothing to another user, nor what is old, nor after a change", () => {
  expect(takeAskedAhead("/api/patients?limit=25", "u")).toBeUndefined();
  place.askedAhead = { token: null, askedAt: 5000, answers: { "/api/tasks": answer } };
  forgetAskedAhead();
  expect(takeAskedAhead("/api/tasks", null)).toBeUndefined();
  place.askedAhead = { token: null, askedAt: 5000, answers: { "/api/tasks": answer } };
  vi.spyOn(performance, "now").mockReturnValue(36_000);
  expect(takeAskedAhead("/api/tasks", null)).toBeUndefined();
});
