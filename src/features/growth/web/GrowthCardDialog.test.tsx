import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { recordVitals } from "#features/consultations/contract.ts";
import { refuse, renderScreen } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { GrowthCardDialog } from "./GrowthCardDialog.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

it("shows what the server asks about at the field of its line, and keeps the line to be sent again", async () => {
  const birthday = "2026-08-20";
  const message = "Weight for age not possible: measure again. Correct it, or save again if it is right.";
  const onClose = vi.fn();
  const { hand, sent } = renderScreen(
    <GrowthCardDialog
      patient={aPatientRecord({ sex: "F", birthday })}
      birthday={birthday}
      onClose={onClose}
    />,
    { answers: [refuse(recordVitals, "unlikely", message, { fields: { "vitalSigns.weight": message } })] },
  );
  const first = async (name: RegExp) =>
    (await screen.findAllByRole("textbox", { name }))[0] as HTMLInputElement;
  await hand.type(await first(/^Date/), "08/20/2026");
  await hand.type(await first(/^Weight/), "33.3");
  await hand.click(screen.getByRole("button", { name: "Save Visit" }));
  const weight = await first(/^Weight/);
  await waitFor(() => expect(weight.getAttribute("aria-invalid")).toBe("true"));
  expect(sent(recordVitals)[0]?.body).toMatchObject({ recordedAt: birthday, vitalSigns: { weight: 33.3 } });
  expect(onClose).not.toHaveBeenCalled();
  expect(weight.value).toBe("33.3");
  await hand.click(screen.getByRole("button", { name: "Save Visit" }));
  await waitFor(() => expect(sent(recordVitals)).toHaveLength(2));
});
