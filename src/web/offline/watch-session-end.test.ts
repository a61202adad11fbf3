import { expect, test, vi } from "vitest";
import { untilLocked } from "./offline-cache.ts";
import { watchSessionEnd } from "./watch-session-end.ts";

vi.mock("./offline-cache.ts", () => ({ untilLocked: vi.fn(), extendCache: vi.fn() }));
const { notify } = vi.hoisted(() => ({ notify: vi.fn() }));
vi.mock("#web/ui/overlays/notify.ts", () => ({ notify }));

const minutes = (count: number) => count * 60_000;

test("right after the login, before anything is cached, it watches too", async () => {
  vi.useFakeTimers();
  const endsAt = Date.now() + minutes(120);
  vi.mocked(untilLocked).mockResolvedValueOnce(null);
  vi.mocked(untilLocked).mockImplementation(async (now) => endsAt - now);

  const stop = watchSessionEnd("owner@clinic.ph", false);
  await vi.advanceTimersByTimeAsync(minutes(114));
  expect(notify).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(minutes(2));
  expect(notify).toHaveBeenCalledOnce();
  expect(notify).toHaveBeenCalledWith(expect.objectContaining({ undoLabel: "Stay Logged In" }));
  stop();
  vi.useRealTimers();
});
