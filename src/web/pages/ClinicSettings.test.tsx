import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clinicSettings } from "#features/clinics/contract.ts";
import { exampleSettings } from "#features/clinics/web/example-settings.ts";
import { aUser, renderScreen, reply } from "#web/testing.tsx";
import { ClinicSettings } from "./ClinicSettings.tsx";

test("a colour that is not saved yet waits on its tab while another is looked at", async () => {
  const { hand } = renderScreen(<ClinicSettings user={aUser()} onBack={vi.fn()} />, {
    answers: [reply(clinicSettings, exampleSettings())],
  });
  await hand.click(await screen.findByRole("tab", { name: "Branding" }));
  const field = await screen.findByLabelText<HTMLInputElement>("Primary colour");
  await hand.clear(field);
  await hand.type(field, "#1F6F6B");
  await hand.click(screen.getByRole("tab", { name: "General" }));
  expect(await screen.findByRole("textbox", { name: /Clinic name/ })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Primary colour" })).toBeNull();
  await hand.click(screen.getByRole("tab", { name: "Branding" }));
  expect(screen.getByLabelText<HTMLInputElement>("Primary colour").value).toBe("#1F6F6B");
  expect(screen.getByText("Not saved yet")).toBeTruthy();
});
