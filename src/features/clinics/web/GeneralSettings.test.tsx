import { Link } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { saveProfile } from "#features/accounts/security-contract.ts";
import { clinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { brandTokens } from "#shared/brand.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { aUser, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { exampleSettings } from "#web/testing-settings.ts";
import { GeneralSettings } from "./GeneralSettings.tsx";

const stored = exampleSettings();
const doctor = { licenseNumber: "0098412", ptrNumber: "2514400", ptrYear: 2025 };

function Page() {
  const user = useCurrentUser().data;
  return (
    user && (
      <>
        <p>Signed in at {user.clinic?.name}</p>
        <GeneralSettings user={user} />
        <Link to={"/patients" as never}>Patients</Link>
      </>
    )
  );
}

const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<Page />, {
    user: doctor,
    address: "/settings",
    ...options,
    answers: [reply(clinicSettings, stored), ...(options.answers ?? [])],
  });

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const opened = () => screen.findByRole("button", { name: "Save Changes" });

test("shows the stored values, and sends nothing when nothing was changed", async () => {
  const { hand, sent } = open();
  await opened();
  expect(field(/^Clinic name/).value).toBe("Peñaflor Heart Clinic");
  expect(field(/^Phone/).value).toBe("+63 917 555 0148");
  expect(field(/^License number/).value).toBe("0098412");
  expect(field("PTR year").value).toBe("2025");
  await hand.click(await opened());
  expect(await screen.findByText("No changes to save")).toBeTruthy();
  expect(sent(saveClinicSettings)).toEqual([]);
  expect(sent(saveProfile)).toEqual([]);
});

test("shows an invalid value at its field, and sends nothing", async () => {
  const { hand, sent } = open();
  await opened();
  for (const label of [
    /^Clinic name/,
    /^Subdomain/,
    /^Email/,
    /^Bed capacity/,
    /^Last name/,
    /^License number/,
    "PTR year",
  ])
    await hand.clear(field(label));
  await hand.type(field(/^Subdomain/), "admin");
  await hand.type(field(/^Email/), "front desk");
  await hand.type(field("PTR year"), "26");
  await hand.click(await opened());
  for (const message of [
    "Clinic name is required",
    "This subdomain is reserved. Please choose another.",
    "Please enter a valid email address",
    "Enter a number of beds from 1 to 100,000",
    "Last name is required",
    "Medical license number is required",
    "Enter the year as four digits, like 2026",
  ])
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(field(/^Clinic name/));
  expect(screen.getByRole("alert").textContent).toContain("Seven fields need attention");
  expect(sent(saveClinicSettings)).toEqual([]);
});

test("sends the changes of both records with a toast, and shows the clinic's new name at once", async () => {
  const { hand, sent, answer } = open({
    answers: [
      reply(saveClinicSettings, {
        ...stored,
        name: "Peñaflor Clinic",
        address: "Fuente, Cebu City",
        bedCapacity: 62,
      }),
      reply(saveProfile, {
        firstName: "Rafael",
        lastName: "Peñaflor",
        licenseNumber: "0098412",
        ptrNumber: "2614407",
        ptrYear: 2026,
        s2Number: null,
        specialization: null,
        credentials: null,
      }),
    ],
  });
  await opened();
  await hand.clear(field(/^Clinic name/));
  await hand.type(field(/^Clinic name/), "Peñaflor Clinic");
  await hand.type(field(/^Address/), " Fuente, Cebu City");
  await hand.clear(field(/^Bed capacity/));
  await hand.type(field(/^Bed capacity/), "62");
  await hand.clear(field("PTR number"));
  await hand.type(field("PTR number"), "2614407");
  await hand.clear(field("PTR year"));
  await hand.type(field("PTR year"), "2026");
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  answer(
    reply(
      currentUser,
      aUser({
        clinic: {
          id: 1,
          name: "Peñaflor Clinic",
          brand: brandTokens("#2B4D8C"),
          logoUrl: null,
          adultRanges: null,
        },
      }),
    ),
  );
  await hand.click(await opened());
  expect(await screen.findByText("Settings Updated")).toBeTruthy();
  expect(sent(saveClinicSettings).map(({ body }) => body)).toEqual([
    { name: "Peñaflor Clinic", address: "Fuente, Cebu City", bedCapacity: 62 },
  ]);
  expect(sent(saveProfile).map(({ body }) => body)).toEqual([{ ptrNumber: "2614407", ptrYear: 2026 }]);
  expect(await screen.findByText("Signed in at Peñaflor Clinic")).toBeTruthy();
  expect(field(/^Address/).value).toBe("Fuente, Cebu City");
  expect(screen.queryByText("Not saved yet")).toBeNull();
});

test("shows another clinic's subdomain at its field, and keeps everything typed", async () => {
  const { hand, sent } = open({
    answers: [
      refuse(saveClinicSettings, "taken", "This subdomain is already taken. Please choose another.", {
        fields: { subdomain: "This subdomain is already taken. Please choose another." },
      }),
    ],
  });
  await opened();
  await hand.clear(field(/^Subdomain/));
  await hand.type(field(/^Subdomain/), "next-door");
  await hand.type(field("S2 number"), "S2-0042");
  await hand.click(await opened());
  expect(await screen.findByText("Error")).toBeTruthy();
  expect(field(/^Subdomain/).getAttribute("aria-invalid")).toBe("true");
  expect(field(/^Subdomain/).value).toBe("next-door");
  expect(field("S2 number").value).toBe("S2-0042");
  expect(document.activeElement).toBe(field(/^Subdomain/));
  expect(sent(saveProfile)).toEqual([]);
});

test("shows the specification's message for a failure without one", async () => {
  const { hand } = open({ answers: [refuse(saveClinicSettings, "internal", "")] });
  await opened();
  await hand.type(field(/^Address/), "Cebu City");
  await hand.click(await opened());
  expect(await screen.findByText("Failed to update clinic settings")).toBeTruthy();
  expect(field(/^Address/).value).toBe("Cebu City");
});

test("asks before leaving unsaved changes", async () => {
  const { hand, address } = open();
  await opened();
  await hand.type(field(/^Address/), "Cebu City");
  await hand.click(screen.getByRole("link", { name: "Patients" }));
  await hand.click(await screen.findByRole("button", { name: "Keep typing" }));
  expect(address()).toBe("/settings");
  expect(field(/^Address/).value).toBe("Cebu City");
  await hand.click(screen.getByRole("link", { name: "Patients" }));
  await hand.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(address()).toBe("/patients"));
});

test("is read-only for staff", async () => {
  open({ user: staffWith("view_patients") });
  expect(await screen.findByText("desk@penaflor.ph")).toBeTruthy();
  expect(screen.getByText("Only the clinic owner can change these.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("settings that do not load can be retried", async () => {
  const { hand, answer } = open({ answers: [refuse(clinicSettings, "internal", "")] });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answer(reply(clinicSettings, stored));
  await hand.click(again);
  await opened();
});
