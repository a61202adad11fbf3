import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { WizardFoot, WizardSteps } from "./Wizard.tsx";

afterEach(cleanup);

const steps = ["Patient Information", "Hospital Details", "Medical Information", "Payment & Final"].map(
  (label) => ({ id: label, label }),
);

test("steps open up to the furthest one reached, no further", async () => {
  const onStep = vi.fn();
  render(<WizardSteps label="Add Patient" steps={steps} current={1} reached={2} onStep={onStep} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Payment & Final" }));
  expect(onStep).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Medical Information" }));
  await user.click(screen.getByRole("button", { name: /Patient Information/ }));
  expect(onStep.mock.calls).toEqual([[2], [0]]);
});

test("the bar shows (step - 1) of (n - 1), and the current step is marked", () => {
  render(<WizardSteps label="Add Patient" steps={steps} current={1} reached={1} onStep={() => undefined} />);
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("33");
  expect(screen.getByRole("button", { name: "Hospital Details" }).getAttribute("aria-current")).toBe("step");
});

function foot(current: number) {
  return (
    <WizardFoot
      current={current}
      count={3}
      onPrevious={() => undefined}
      first={<button type="button">Cancel</button>}
      final={<button type="submit">Save Consultation</button>}
    />
  );
}
const buttons = () => screen.getAllByRole("button").map((button) => button.textContent);

test("Previous is missing on the first step, Next on the last", () => {
  const { rerender } = render(foot(0));
  expect(buttons()).toEqual(["Cancel", "Next Step"]);
  rerender(foot(1));
  expect(buttons()).toEqual(["Previous Step", "Next Step"]);
  rerender(foot(2));
  expect(buttons()).toEqual(["Previous Step", "Save Consultation"]);
});
