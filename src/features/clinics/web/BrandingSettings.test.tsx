import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import {
  type ClinicSettings,
  clinicSettings,
  removeClinicLogo,
  saveClinicSettings,
} from "#features/clinics/contract.ts";
import { brandTokens } from "#shared/brand.ts";
import { aUser, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { exampleSettings } from "#web/testing-settings.ts";
import { fakeUploads } from "#web/testing-uploads.ts";
import { BrandingSettings } from "./BrandingSettings.tsx";

const stored: ClinicSettings = exampleSettings();
const logoUrl = "/api/clinic/logo?v=0123456789abcdef";

const open = (settings = stored, options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<BrandingSettings />, {
    ...options,
    answers: [reply(clinicSettings, settings), ...(options.answers ?? [])],
  });
const colourField = () => screen.findByLabelText<HTMLInputElement>("Primary color");
const saveButton = () => screen.getByRole("button", { name: "Save Changes" });
const measured = (use: string) => screen.getByText(use).parentElement?.textContent;
const chooseFile = (file: File) =>
  fireEvent.change(screen.getByLabelText("Logo of the clinic", { selector: "input" }), {
    target: { files: [file] },
  });
const aPicture = (bytes = 10) => new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" });

test("previews a typed color, with its contrast in figures and words", async () => {
  const { hand } = open();
  const field = await colourField();
  expect(field.value).toBe("#2B4D8C");
  expect(measured("Text on the color")).toBe("Text on the colorWhite, 8.3:1AA");
  await hand.clear(field);
  await hand.type(field, "#FFD600");
  expect(measured("Text on the color")).toMatch(/Black, 1\d\.\d:1AA/);
  expect(measured("Color as text on paper")).toMatch(/Darkened, 4\.5:1AA/);
  expect(measured("Focus ring and current place")).toMatch(/Darkened, 3\.\d:1AA/);
  expect(screen.getByText("Not saved yet")).toBeTruthy();
});

test("shows the default for an invalid color, with an error at its field, and does not send it", async () => {
  const { hand, sent } = open({ ...stored, primaryColor: "#8C2B4D" });
  const field = await colourField();
  await hand.clear(field);
  await hand.type(field, "navy");
  expect(measured("Text on the color")).toBe("Text on the colorWhite, 8.3:1AA");
  await hand.click(saveButton());
  expect(await screen.findByText("Use a hex color such as #2B4D8C")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(sent(saveClinicSettings)).toEqual([]);
  await hand.click(screen.getByRole("button", { name: "Use Default" }));
  expect(field.value).toBe("#2B4D8C");
  expect(screen.queryByText("Use a hex color such as #2B4D8C")).toBeNull();
});

test("saves a chosen color with a toast, and refetches the current user", async () => {
  const changed = { ...stored, primaryColor: "#1F6F6B" };
  const { hand, sent, answer } = open(stored, {
    answers: [
      reply(saveClinicSettings, changed),
      reply(
        currentUser,
        aUser({
          clinic: { id: 1, name: "Clinic", brand: brandTokens("#1F6F6B"), logoUrl: null, adultRanges: null },
        }),
      ),
    ],
  });
  await colourField();
  await hand.click(screen.getByRole("button", { name: "Teal" }));
  expect(screen.getByRole("button", { name: "Teal" }).getAttribute("aria-pressed")).toBe("true");
  answer(reply(clinicSettings, changed));
  await hand.click(saveButton());
  expect(await screen.findByText("Settings Updated")).toBeTruthy();
  expect(sent(saveClinicSettings).map(({ body }) => body)).toEqual([{ primaryColor: "#1F6F6B" }]);
  await waitFor(() => expect(screen.queryByText("Not saved yet")).toBeNull());
});

test("accepts three digits, a missing #, and the browser's own picker", async () => {
  const { hand, sent } = open(stored, {
    answers: [reply(saveClinicSettings, stored), reply(currentUser, aUser())],
  });
  const field = await colourField();
  await hand.clear(field);
  await hand.type(field, "24c{Enter}");
  await waitFor(() =>
    expect(sent(saveClinicSettings).map(({ body }) => body)).toEqual([{ primaryColor: "#2244CC" }]),
  );
  fireEvent.change(screen.getByLabelText("Pick the primary color"), { target: { value: "#5b3d8c" } });
  expect((await colourField()).value).toBe("#5B3D8C");
});

test("shows the specification's message when saving fails, and keeps the color", async () => {
  const { hand } = open(stored, { answers: [refuse(saveClinicSettings, "internal", "")] });
  await colourField();
  await hand.click(screen.getByRole("button", { name: "Berry" }));
  await hand.click(saveButton());
  expect(await screen.findByText("Failed to update clinic settings")).toBeTruthy();
  expect((await colourField()).value).toBe("#8C2B4D");
});

test("sends a logo at once and shows it", async () => {
  const uploads = fakeUploads();
  const { answer } = open(stored, { answers: [reply(currentUser, aUser())] });
  await colourField();
  expect(screen.getByRole("img", { name: "No logo" })).toBeTruthy();
  chooseFile(aPicture());
  await waitFor(() => expect(uploads[0]?.address).toBe("/api/clinic/upload-logo"));
  answer(reply(clinicSettings, { ...stored, logoUrl }));
  uploads[0]?.answer(200, { ...stored, logoUrl });
  expect(await screen.findByText("Logo Updated")).toBeTruthy();
  expect((await screen.findByRole<HTMLImageElement>("img", { name: "Logo of the clinic" })).src).toContain(
    logoUrl,
  );
});

test("explains a refused logo; a lost upload has the specification's message", async () => {
  const uploads = fakeUploads();
  open();
  await colourField();
  chooseFile(aPicture());
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer(415, { code: "wrong_type", message: "SVG images aren't supported." });
  expect(await screen.findByText("Upload Failed")).toBeTruthy();
  expect(screen.getByText("SVG images aren't supported.")).toBeTruthy();
  chooseFile(aPicture());
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer(500, { code: "internal", message: "" });
  expect(await screen.findByText("Failed to upload logo. Please try again.")).toBeTruthy();
  chooseFile(aPicture(2 * 1024 * 1024 + 1));
  expect(await screen.findByText("The file is larger than 2 MB.")).toBeTruthy();
  expect(uploads).toHaveLength(2);
});

test("shows Error for a logo that does not display, and removes it", async () => {
  const { hand, answer, sent } = open(
    { ...stored, logoUrl },
    { answers: [reply(removeClinicLogo, stored), reply(currentUser, aUser())] },
  );
  await colourField();
  fireEvent.error(screen.getByRole("img", { name: "Logo of the clinic" }));
  const placeholder = screen.getByRole("img", { name: "Error: the logo does not display" });
  expect(within(placeholder).getByText("Error")).toBeTruthy();
  answer(reply(clinicSettings, stored));
  await hand.click(screen.getByRole("button", { name: "Remove logo" }));
  expect(await screen.findByText("Logo Removed")).toBeTruthy();
  expect(sent(removeClinicLogo)).toHaveLength(1);
  expect(await screen.findByRole("img", { name: "No logo" })).toBeTruthy();
});

test("shows staff the color and logo without controls", async () => {
  open(stored, { user: staffWith("view_patients") });
  expect(await screen.findByText("Only the clinic owner can change these.")).toBeTruthy();
  expect(screen.getByText("#2B4D8C")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});
