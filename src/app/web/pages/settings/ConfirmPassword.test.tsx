import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SessionGuards } from "#app/web/pages/shell/session/SessionGuards.tsx";
import { confirmPassword } from "#features/accounts/security-contract.ts";
import { changePermissions } from "#features/staff/contract.ts";
import { call } from "#web/data/api.ts";
import { answerPassword } from "#web/data/fresh-password.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";

beforeEach(() => answerPassword(true));

/** A call that is refused without a recent password. */
function open() {
  const shown = renderScreen(<SessionGuards />, {
    answers: [
      {
        endpoint: changePermissions,
        respond: () =>
          Response.json({ code: "password_required", message: "For programs." }, { status: 403 }),
      },
    ],
  });
  const press = (options = {}) =>
    call(changePermissions, { params: { id: "7" }, body: { permissions: [] } }, options);
  return { ...shown, press };
}

test("one dialog for several calls, each repeated with its own key once the password is right", async () => {
  const { hand, sent, press, answer } = open();
  const both = Promise.all([press({ idempotencyKey: "one" }), press({ idempotencyKey: "two" })]);
  const typed = await screen.findByLabelText("Your password");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  answer(refuse(confirmPassword, "invalid", "No", { fields: { password: "This is not your password" } }));
  await hand.type(typed, "wrong{Enter}");
  expect(await screen.findByText("This is not your password")).toBeTruthy();
  expect(sent(changePermissions)).toHaveLength(2);

  answer(reply(confirmPassword, { message: "Password confirmed" }));
  answer({ endpoint: changePermissions, respond: () => Response.json({}) });
  await hand.click(screen.getByRole("button", { name: "Continue" }));
  await both;
  const keys = sent(changePermissions).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys).toEqual(["one", "two", "one", "two"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Esc fails the call with a plain message", async () => {
  const { hand, press } = open();
  const failed = vi.fn();
  press().catch(failed);
  await screen.findByLabelText("Your password");
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(failed).toHaveBeenCalled());
  expect(failed.mock.calls[0]?.[0].shown("")).toBe("Enter your password to continue.");
});
