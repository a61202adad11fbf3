import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { completeConsultation } from "#features/consultations/contract.ts";
import { exportPatients, listPatients, patientCounts } from "#features/patients/contract.ts";
import type { Notice } from "../ui/overlays/notify.ts";
import { call, callForFile } from "./api.ts";
import type { ApiError } from "./api-error.ts";

const notify = vi.hoisted(() => vi.fn<(notice: Notice) => void>());
vi.mock("../ui/overlays/notify.ts", () => ({ notify }));

type Asked = { signal: AbortSignal };

/** The network answers with these responses, one after the other; null hangs. */
function answerWith(...responses: (Response | null)[]): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((_, init) => {
    const signal = init?.signal as AbortSignal;
    asked.push({ signal });
    const response = responses[asked.length - 1];
    if (response) return Promise.resolve(response);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  return asked;
}

/** A body of which the first part arrives, and more when the test sends it. */
function partialBody(part: string) {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = controller;
      controller.enqueue(encoder.encode(part));
    },
  });
  return {
    response: new Response(body),
    more: (text: string) => send?.enqueue(encoder.encode(text)),
    end: () => send?.close(),
    breakOff: () => send?.error(new TypeError("network error")),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lost = { status: 0, message: "No connection" };

test("a request that is never answered fails as one without a connection, a poll sooner", async () => {
  const asked = answerWith(null, null);
  const read = call(patientCounts, {}).catch((error: unknown) => error);
  const poll = call(patientCounts, {}, { isPoll: true }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await poll).toMatchObject(lost);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await read).toMatchObject(lost);
});

test("a save without an answer for 8 s says so and can be cancelled; not a read", async () => {
  const asked = answerWith(null, null);
  const params = { params: { id: "7" } };
  const save = call(completeConsultation, params).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(7900);
  expect(notify).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const { title, undo, undoLabel } = notify.mock.lastCall?.[0] ?? {};
  expect([title, undoLabel]).toEqual(["Still saving…", "Cancel"]);
  undo?.();
  const error = (await save) as ApiError;
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(error.shown()).toBe(
    "Cancelled before Klinika answered. Save again to be sure: nothing is saved twice.",
  );
  notify.mockClear();
  void call(patientCounts, {}).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(notify).not.toHaveBeenCalled();
});

test("a response that breaks off, or stalls, fails in the same way", async () => {
  const [broken, stalled] = [partialBody('{"active": 1'), partialBody('{"active": 1')];
  answerWith(broken.response, stalled.response);
  const first = call(patientCounts, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  broken.breakOff();
  expect(await first).toMatchObject(lost);
  const second = call(patientCounts, {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await second).toMatchObject(lost);
});

test("a page that answers instead of the server, like a sign-in of a Wi-Fi, is no response", async () => {
  answerWith(new Response("<html>Welcome to Airport Wi-Fi</html>"));
  await expect(call(listPatients, {})).rejects.toMatchObject(lost);
});

test("a file may take long while it makes progress", async () => {
  const { response, more, end } = partialBody("a");
  answerWith(response);
  const file = callForFile(exportPatients, {});
  for (let piece = 0; piece < 5; piece += 1) {
    await vi.advanceTimersByTimeAsync(40_000);
    more("b");
  }
  end();
  expect((await file).file.size).toBe(6);
});

test("what its caller aborts fails with the caller's reason", async () => {
  answerWith(null);
  const stop = new AbortController();
  const read = call(patientCounts, {}, { signal: stop.signal }).catch((error: unknown) => error);
  stop.abort("closed");
  expect(await read).toBe("closed");
});
