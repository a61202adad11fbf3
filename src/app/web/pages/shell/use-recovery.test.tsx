import { act, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { onePatient, type Patient } from "#features/patients/contract.ts";
import { cacheAnswersIn, type FoundAnswer } from "#web/data/api.ts";
import { useCall } from "#web/data/calls.ts";
import { noteNetwork } from "#web/data/freshness.ts";
import { loseConnection, renderScreen } from "#web/testing.tsx";
import { useRecovery } from "./use-recovery.ts";

const named = (patientName: string) => ({ id: 7, patientName }) as Patient;

function Name() {
  useRecovery();
  const { data } = useCall(onePatient, { params: { id: "7" } });
  return <p>{data?.patientName ?? "Loading"}</p>;
}

test("a cached response that was still being read when the connection returned is replaced", async () => {
  let found: (answer: FoundAnswer) => void = () => undefined;
  const looking = new Promise<void>((asked) => {
    cacheAnswersIn({
      store: () => undefined,
      drop: () => undefined,
      find: () => {
        asked();
        return new Promise((resolve) => {
          found = resolve;
        });
      },
    });
  });
  onTestFinished(() => noteNetwork());
  let isOnline = false;
  renderScreen(<Name />, {
    answers: [
      {
        endpoint: onePatient,
        respond: (call) =>
          isOnline ? Response.json(named("Ybañez, Mariluz")) : loseConnection(onePatient).respond(call),
      },
    ],
  });
  await looking;
  isOnline = true;
  act(() => void window.dispatchEvent(new Event("online")));
  act(() => found({ data: named("As of yesterday"), headers: new Headers(), readAt: 1 }));
  await screen.findByText("Ybañez, Mariluz");
  expect(screen.queryByText("As of yesterday")).toBeNull();
});
