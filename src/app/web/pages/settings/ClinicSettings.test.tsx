import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { WithUser } from "#app/web/pages/shell/WithUser.tsx";
import { clinicSettings } from "#features/clinics/contract.ts";
import { destroyedRecords } from "#features/record-copy/contract.ts";
import { ownSignature } from "#features/signatures/contract.ts";
import { staffAccounts } from "#features/staff/contract.ts";
import { doctors } from "#features/staff/doctors-contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { exampleSettings } from "#web/testing-settings.ts";
import { ClinicSettings } from "./ClinicSettings.tsx";

const unsigned = reply(ownSignature, { image: null, savedAt: null });

test("an unsaved color is kept while another tab is open", async () => {
  const { hand } = renderScreen(<WithUser allowed={["owner"]}>{() => <ClinicSettings />}</WithUser>, {
    answers: [reply(clinicSettings, exampleSettings()), reply(destroyedRecords, []), unsigned],
  });
  await hand.click(await screen.findByRole("tab", { name: "Branding" }));
  const field = await screen.findByLabelText<HTMLInputElement>("Primary color");
  await hand.clear(field);
  await hand.type(field, "#1F6F6B");
  await hand.click(screen.getByRole("tab", { name: "General" }));
  expect(await screen.findByRole("textbox", { name: /Clinic name/ })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Primary color" })).toBeNull();
  await hand.click(screen.getByRole("tab", { name: "Branding" }));
  expect(screen.getByLabelText<HTMLInputElement>("Primary color").value).toBe("#1F6F6B");
  expect(screen.getByText("Not saved yet")).toBeTruthy();
});

test("the owner sees what was destroyed, without names", async () => {
  const line = {
    id: 4,
    records: 12,
    files: 1,
    deletedAt: "2026-11-20T02:00:00.000Z",
    keptUntil: "2033-11-20",
    destroyedAt: "2033-11-21T01:00:00Z",
  };
  renderScreen(<WithUser allowed={["owner"]}>{() => <ClinicSettings />}</WithUser>, {
    answers: [reply(clinicSettings, exampleSettings()), reply(destroyedRecords, [line]), unsigned],
  });
  const list = await screen.findByRole("list", { name: "Destroyed Records" });
  expect(within(list).getByRole("listitem").textContent).toBe(
    "Nov 21, 2033, 9:00 AMOne patient: 12 records, 1 file. Deleted November 20, 2026, kept until November 20, 2033.",
  );
});

test("the tabs stay, with the focus, while the code of one loads", async () => {
  const { hand } = renderScreen(<WithUser allowed={["owner"]}>{() => <ClinicSettings />}</WithUser>, {
    answers: [
      unsigned,
      reply(clinicSettings, exampleSettings()),
      reply(destroyedRecords, []),
      reply(staffAccounts, []),
      reply(doctors, []),
    ],
  });
  const general = await screen.findByRole("tab", { name: "General" });
  general.focus();
  await hand.keyboard("{ArrowRight}{ArrowRight}");
  const staff = screen.getByRole("tab", { name: "Staff Management" });
  expect(document.activeElement).toBe(staff);
  expect((await screen.findAllByText(/Add Staff/)).length).toBeGreaterThan(0);
});
