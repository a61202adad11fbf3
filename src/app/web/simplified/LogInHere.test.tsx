import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerSecondFactor, login } from "#features/accounts/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { LogInHere } from "./LogInHere.tsx";

const right = {
  token: "token-1",
  user: { email: "owner@example.ph", firstName: "Rafael", lastName: "Peñaflor", role: "owner" as const },
};

test.each([
  ["402 117", { code: "402 117" }],
  ["abcd-efgh-jkmn", { recoveryCode: "abcd-efgh-jkmn" }],
])("an account with two steps enters %s after its password", async (typed, proof) => {
  const onDone = vi.fn();
  const challenge = "challenge-1";
  const { hand, sent } = renderScreen(<LogInHere onDone={onDone} />, {
    answers: [
      refuse(login, "second_factor_required", "Enter the code.", { methods: ["code"], challenge }),
      reply(answerSecondFactor, right),
    ],
  });
  await hand.type(await screen.findByLabelText("Email"), "owner@example.ph");
  await hand.type(screen.getByLabelText("Password"), "longenough1{Enter}");
  await hand.type(await screen.findByLabelText(/^Code from your authenticator app/), `${typed}{Enter}`);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent(answerSecondFactor)[0]?.body).toEqual({ challenge, ...proof });
});
