import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedClockOffset } from "./storage-keys.ts";

const notify = vi.hoisted(() => vi.fn());
vi.mock("./ui/overlays/notify.ts", () => ({ notify }));

const day = 86_400_000;
const server = Date.parse("2026-11-28T12:00:00Z");

/** The module as a page loads it, on a device whose clock is `wrong` ms ahead. */
async function load(wrong: number) {
  vi.resetModules();
  vi.setSystemTime(server + wrong);
  return import("./clock.ts");
}
const header = (at: number) => new Date(at).toUTCString();

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => vi.useRealTimers());

test("the time is the server's within the answer's delay, however wrong the device's clock is", async () => {
  const clock = await load(0);
  fc.assert(
    fc.property(
      fc.integer({ min: -2000 * day, max: 2000 * day }),
      fc.nat(40_000),
      fc.nat(40_000),
      fc.nat(999),
      (wrong, there, back, part) => {
        const written = server + part;
        vi.setSystemTime(written + wrong + back);
        clock.noteServerTime(header(written), written + wrong - there);
        const off = Math.abs(clock.timeNow() - (written + back));
        expect(off).toBeLessThanOrEqual(there + back + 1000);
      },
    ),
  );
});

test("a correct clock is left alone, and later answers do not move it back and forth", async () => {
  const clock = await load(0);
  for (const delay of [0, 400, 5000, 45_000]) clock.noteServerTime(header(server), server - delay);
  expect(clock.timeNow()).toBe(server);
  expect(storedClockOffset()).toBeNull();
  clock.noteServerTime(null, server);
  clock.noteServerTime("<html>", server);
  expect(clock.timeNow()).toBe(server);
});

test("a clock more than five minutes off is told once, also after a reload", async () => {
  const early = await load(-day);
  expect(early.noteServerTime(header(server), server - day)).toBe(true);
  expect(early.dayToday()).toBe("2026-11-28");
  (await import("./tell-wrong-clock.ts")).tellWrongClock();
  expect(notify.mock.lastCall?.[0].description).toBe(
    "It says Nov 27, 2026, 8:00 PM. Klinika uses the correct time, Nov 28, 2026, 8:00 PM. Please set the clock in the device's settings.",
  );
  const again = await load(-day + 60_000);
  expect(again.dayToday()).toBe("2026-11-28");
  expect(again.noteServerTime(header(server + 60_000), server - day + 60_000)).toBe(false);
  expect(again.noteServerTime(header(server + 63_000), server - day + 60_000)).toBe(false);
});

test("four minutes are corrected without a word", async () => {
  const clock = await load(240_000);
  const corrected = vi.fn();
  clock.onTimeCorrected(corrected);
  expect(clock.noteServerTime(header(server), server + 240_000)).toBe(false);
  // To the end of the second in which the server answered.
  expect(clock.timeNow()).toBe(server + 1000);
  expect(corrected).toHaveBeenCalledOnce();
});

test("without a connection a year ahead stays corrected, and a clock that was set right is not corrected again", async () => {
  const ahead = await load(365 * day);
  ahead.noteServerTime(header(server), server + 365 * day);
  expect((await load(366 * day)).dayToday()).toBe("2026-11-29");
  expect((await load(day)).dayToday()).toBe("2026-11-29");
});
