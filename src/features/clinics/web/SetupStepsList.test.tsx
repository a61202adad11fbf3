import { screen, waitFor } from "@testing-library/react";
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

test("a step that is done is ticked, the others open their screen", async () => {
  const onStep = vi.fn();
  const { hand } = renderScreen(<SetupStepsList steps={steps} onStep={onStep} />);
  await screen.findByText("1 of 9 done");
  const [contact, license] = screen.getAllByRole("listitem");
  expect(contact?.textContent).toContain("Address and phone: done");
  expect(contact?.querySelector("button")).toBeNull();
  await hand.click(license?.querySelector("button") as HTMLElement);
  expect(onStep).toHaveBeenCalledWith("hasLicense");
});

test("Hide list is sent once, and a failure is shown", async () => {
  const { hand, sent, answer } = renderScreen(<SetupStepsList steps={steps} onStep={() => undefined} />, {
    answers: [refuse(dismissSetupSteps, "internal", "")],
  });
  await hand.click(await screen.findByRole("button", { name: "Hide list" }));
  await screen.findByText("Failed to hide the list");
  answer(reply(dismissSetupSteps, { ...steps, isShown: false }));
  await hand.click(screen.getByRole("button", { name: "Hide list" }));
  await waitFor(() => expect(sent(dismissSetupSteps)).toHaveLength(2));
});
