import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dismissSetupSteps } from "#features/clinics/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { SetupStepsList } from "./SetupStepsList.tsx";

const steps = {
  hasContact: true,
  hasLicense: false,
  hasHours: false,
  hasPrices: false,
  hasPatients: false,
  hasStaff: false,
  hasImport: false,
  hasLogo: false,
  hasSecondFactor: false,
  isShown: true,
};
const nothing = () => undefined;
const filled = () =>
  within(screen.getByRole("list"))
    .getAllByRole("button")
    .filter(({ className }) => className.includes("bg-brand"))
    .map(({ textContent }) => textContent);

test("a step that is done says so, the others open their screen", async () => {
  const onStep = vi.fn();
  const { hand } = renderScreen(<SetupStepsList steps={steps} isFilled onStep={onStep} />);
  await screen.findByText("1 of 9 done");
  const [contact, license] = screen.getAllByRole("listitem");
  expect(contact?.textContent).toMatch(/^Address and phone.*Done$/);
  expect(contact?.querySelector("button")).toBeNull();
  expect(license?.textContent).toContain("1 min");
  await hand.click(screen.getByRole("button", { name: "Add license", description: "PRC license and PTR" }));
  expect(onStep).toHaveBeenCalledWith("hasLicense");
});

const upToPrices = { ...steps, hasLicense: true, hasHours: true, hasPrices: true };

test.each([
  [steps, true, ["Add license"]],
  [upToPrices, true, ["Add patient"]],
  [steps, false, []],
])(
  "the next that is not optional is filled, unless the screen has another",
  async (done, isFilled, names) => {
    renderScreen(<SetupStepsList steps={done} isFilled={isFilled} onStep={nothing} />);
    await screen.findByRole("button", { name: "Hide" });
    expect(filled()).toEqual(names);
  },
);

test("Hide is sent once, and a failure is shown", async () => {
  const { hand, sent, answer } = renderScreen(<SetupStepsList steps={steps} isFilled onStep={nothing} />, {
    answers: [refuse(dismissSetupSteps, "internal", "")],
  });
  await hand.click(await screen.findByRole("button", { name: "Hide" }));
  await screen.findByText("Failed to hide the list");
  answer(reply(dismissSetupSteps, { ...steps, isShown: false }));
  await hand.click(screen.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(sent(dismissSetupSteps)).toHaveLength(2));
});
