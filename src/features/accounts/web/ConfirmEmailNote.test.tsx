import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser, resendConfirmation } from "#features/accounts/contract.ts";
import { aUser, refuse, renderScreen, reply } from "#web/testing.tsx";
import { ConfirmEmailNote } from "./ConfirmEmailNote.tsx";

test("names the address and sends the link again; when refused, refetches whether it is still needed", async () => {
  const { hand, answer, sent } = renderScreen(<ConfirmEmailNote email="maria@santos.test" />, {
    user: { email: "maria@santos.test", emailConfirmed: false },
    answers: [
      refuse(resendConfirmation, "already_done", "This email is already confirmed."),
      reply(currentUser, aUser({ emailConfirmed: true })),
    ],
  });
  const press = () => hand.click(screen.getByRole("button", { name: "Send Again" }));
  expect((await screen.findByRole("note")).textContent).toContain("We sent a link to maria@santos.test.");
  const read = sent(currentUser).length;
  await press();
  expect(await screen.findByText("This email is already confirmed.")).toBeTruthy();
  await waitFor(() => expect(sent(currentUser).length).toBeGreaterThan(read));

  answer(reply(resendConfirmation, { message: "It works for 7 days." }));
  await press();
  expect(await screen.findByText("Link Sent")).toBeTruthy();
});
