import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { clinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { exampleSettings } from "#web/testing-settings.ts";
import { AdultRangesSettings } from "./AdultRangesSettings.tsx";

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test("shows the current ranges, and sends nothing when nothing was changed", async () => {
  const { hand, sent } = renderScreen(<AdultRangesSettings />, {
    answers: [reply(clinicSettings, exampleSettings({ adultRanges: { pulse: { low: 55, high: 110 } } }))],
  });
  expect((await field("Pulse, low")).value).toBe("55");
  expect((await field("Pulse, high")).value).toBe("110");
  expect((await field("Temperature, high")).value).toBe("38.0");
  expect((await field("Oxygen saturation, low")).value).toBe("95");
  expect(screen.queryByLabelText("Oxygen saturation, high")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Save Ranges" }));
  await screen.findByText("No changes to save");
  expect(sent(saveClinicSettings)).toEqual([]);
});

test("shows an impossible limit at its field; a possible one is saved", async () => {
  const saved = exampleSettings({ adultRanges: { pulse: { low: 51, high: 110 } } });
  const { hand, sent } = renderScreen(<AdultRangesSettings />, {
    answers: [reply(clinicSettings, exampleSettings()), reply(saveClinicSettings, saved)],
  });
  const high = await field("Pulse, high");
  const retype = async (text: string) => {
    await hand.clear(high);
    await hand.type(high, text);
    await hand.click(screen.getByRole("button", { name: "Save Ranges" }));
  };
  await retype("131");
  await screen.findByText("Enter a number from 41 to 130");
  await retype("45");
  await screen.findByText("Enter a number above the low limit, 51");
  expect(sent(saveClinicSettings)).toEqual([]);
  await retype("110");
  await screen.findByText("Vital sign ranges saved");
  expect(sent(saveClinicSettings)[0]?.body).toMatchObject({
    adultRanges: { pulse: { low: "51", high: "110" } },
  });
  expect(screen.queryByText("Not saved yet")).toBeNull();
});

test("restores the defaults in the fields, to be saved", async () => {
  const stored = exampleSettings({ adultRanges: { pulse: { low: 55, high: 110 } } });
  const { hand, sent } = renderScreen(<AdultRangesSettings />, {
    answers: [reply(clinicSettings, stored), reply(saveClinicSettings, exampleSettings())],
  });
  const low = await field("Pulse, low");
  await hand.click(screen.getByRole("button", { name: "Reset to Defaults" }));
  expect(low.value).toBe("51");
  await screen.findByText("Not saved yet");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save Ranges" }));
  expect(screen.queryByRole("button", { name: "Reset to Defaults" })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Save Ranges" }));
  await waitFor(() => expect(sent(saveClinicSettings)).toHaveLength(1));
  await screen.findByText("Vital sign ranges saved");
});

test("shows a refusal at its field, and keeps the typed value", async () => {
  const { hand } = renderScreen(<AdultRangesSettings />, {
    answers: [
      reply(clinicSettings, exampleSettings()),
      refuse(saveClinicSettings, "invalid", "Please check the fields.", {
        fields: { "adultRanges.systolic.low": "Enter a number from 95 to 179" },
      }),
    ],
  });
  const low = await field("Systolic pressure, low");
  await hand.clear(low);
  await hand.type(low, "92");
  await hand.click(screen.getByRole("button", { name: "Save Ranges" }));
  await screen.findByText("Enter a number from 95 to 179");
  expect(low.value).toBe("92");
});

test("is read-only for users other than the owner", async () => {
  renderScreen(<AdultRangesSettings />, {
    user: staffWith("view_patients"),
    answers: [reply(clinicSettings, exampleSettings({ adultRanges: { oxygenSaturation: { low: 93 } } }))],
  });
  await screen.findByText("93 or more %");
  for (const words of ["51 to 100 bpm", "36.1 to 38.0 °C", "89 or less mmHg"]) screen.getByText(words);
  screen.getByText("Only the clinic owner can change these.");
  expect(screen.queryByRole("button")).toBeNull();
});
