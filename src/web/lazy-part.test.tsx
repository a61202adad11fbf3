import { CatchBoundary } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part.ts";

const Dialog = ({ title }: { title: string }) => <p>{title}</p>;
const fetched = { Dialog };

afterEach(() => vi.useRealTimers());

test("a part is fetched once; a loaded one is rendered without the fallback", async () => {
  const load = vi.fn(() => Promise.resolve(fetched));
  const Part = lazyPart(load, "Dialog");
  const first = render(
    <Suspense fallback={<p>Loading</p>}>
      <Part title="All Readings" />
    </Suspense>,
  );
  screen.getByText("Loading");
  await screen.findByText("All Readings");
  first.unmount();
  // Without a Suspense around it, suspending would be an error.
  render(<Part title="Consultation" />);
  screen.getByText("Consultation");
  expect(load).toHaveBeenCalledOnce();
});

test("a preloaded part is rendered at once", async () => {
  const Part = lazyPart(() => Promise.resolve(fetched), "Dialog");
  await Part.preload();
  render(<Part title="Add Files" />);
  screen.getByText("Add Files");
});

test("a failed fetch goes to the error boundary, and is retried a second later", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  const load = vi
    .fn<() => Promise<typeof fetched>>()
    .mockRejectedValueOnce(new Error("Failed to fetch"))
    .mockResolvedValue(fetched);
  const Part = lazyPart(load, "Dialog");
  const shown = (attempt: string) => (
    <CatchBoundary getResetKey={() => attempt} errorComponent={({ error }) => <p>{String(error)}</p>}>
      <Suspense fallback={null}>
        <Part title="Add Files" />
      </Suspense>
    </CatchBoundary>
  );
  const { rerender } = render(shown("first"));
  await screen.findByText("Error: Failed to fetch");
  await vi.advanceTimersByTimeAsync(1000);
  rerender(shown("second"));
  await screen.findByText("Add Files");
  expect(load).toHaveBeenCalledTimes(2);
});
