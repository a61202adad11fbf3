import { CatchBoundary } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { latePart } from "./late-part.ts";

const Dialog = ({ title }: { title: string }) => <p>{title}</p>;

test("what stands meanwhile gives way as soon as the part is there, and the next time the part stands at once", async () => {
  let arrive: (part: { Dialog: typeof Dialog }) => void = () => {};
  const load = vi.fn(() => new Promise<{ Dialog: typeof Dialog }>((resolve) => (arrive = resolve)));
  const Part = latePart(load, "Dialog", () => <p>Meanwhile</p>);
  const first = render(<Part title="All readings" />);
  screen.getByText("Meanwhile");
  arrive({ Dialog });
  await screen.findByText("All readings");
  expect(screen.queryByText("Meanwhile")).toBeNull();
  first.unmount();
  render(<Part title="Consultation" />);
  screen.getByText("Consultation");
  expect(load).toHaveBeenCalledOnce();
});

test("what could not be fetched is told by the place for failures, and is asked for again after it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi
    .fn<() => Promise<{ Dialog: typeof Dialog }>>()
    .mockRejectedValueOnce(new Error("Failed to fetch"))
    .mockResolvedValue({ Dialog });
  const Part = latePart(load, "Dialog");
  const shown = (attempt: string) => (
    <CatchBoundary getResetKey={() => attempt} errorComponent={({ error }) => <p>{String(error)}</p>}>
      <Part title="Add Files" />
    </CatchBoundary>
  );
  const { rerender } = render(shown("first"));
  await screen.findByText("Error: Failed to fetch");
  rerender(shown("second"));
  await screen.findByText("Add Files");
});
