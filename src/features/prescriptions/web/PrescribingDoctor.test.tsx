import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  type Physician,
  prescribingPhysician,
  releasePrescription,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { aUser, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { ReleasePrescription } from "./ReleasePrescription.tsx";
import { onPrescribingDay, open, preview, saves } from "./testing-prescription-dialog.tsx";
import { aPrescription } from "./testing-prescriptions.ts";

beforeEach(onPrescribingDay);

const rafael = { id: 31, userId: 1, name: "Rafael Peñaflor", letter: "A" };
const corazon = { id: 32, userId: 9, name: "Ma. Corazon dela Peña-Villavicencio", letter: "B" };
const doctors = [rafael, corazon];

const profile = (doctor: typeof rafael, more: Partial<Physician> = {}): Physician => ({
  firstName: doctor.name.split(" ")[0] ?? "",
  lastName: doctor.name.split(" ").slice(1).join(" "),
  licenseNumber: `010422${doctor.id}`,
  ptrNumber: null,
  ptrYear: null,
  s2Number: null,
  specialization: null,
  credentials: "MD",
  practitionerId: doctor.id,
  ...more,
});
/** The visit is Corazon's. */
const profiles = (more: Partial<Physician> = {}) =>
  reply(prescribingPhysician, ({ query }) => {
    const named = doctors.find(({ id }) => String(id) === query.practitionerId) ?? corazon;
    return { physician: profile(named, more) };
  });

const field = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Doctor" });

it("is the visit's where staff prescribe, until they choose another", async () => {
  const { prescribe, press, hand, sent } = await open([profiles(), saves()], {
    user: { ...staffWith("view_patients"), doctors },
  });
  expect((await field()).value).toBe("32");
  screen.getByText(/prepared for Dr\. Ma\. Corazon dela Peña-Villavicencio, who must release it/);
  await preview().findByText(/PRC License No\. 01042232/);
  expect(screen.queryByRole("textbox", { name: "Physician name" })).toBeNull();
  await hand.selectOptions(await field(), "Rafael Peñaflor");
  await preview().findByText(/Rafael Peñaflor, MD/);
  await preview().findByText(/PRC License No\. 01042231/);
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Prescription saved successfully");
  expect(sent(savePrescription)[0]?.body).toMatchObject({
    practitionerId: 31,
    physicianName: "Rafael Peñaflor, MD",
    physicianLicense: "01042231",
  });
});

it("is a doctor's own, who can print, until it is another doctor's", async () => {
  const { hand } = await open([profiles()], {
    user: { id: 9, role: "doctor", doctors },
  });
  expect((await field()).value).toBe("32");
  const print = () => screen.getByRole<HTMLButtonElement>("button", { name: "Print" }).disabled;
  expect(print()).toBe(false);
  await hand.selectOptions(await field(), "Rafael Peñaflor");
  expect(print()).toBe(true);
  screen.getByText(/prepared for Dr\. Rafael Peñaflor/);
});

it("must be chosen where nobody saw the patient, and needs a license number", async () => {
  const nobody = reply(prescribingPhysician, ({ query }) => ({
    physician: query.practitionerId ? profile(corazon, { licenseNumber: null }) : null,
  }));
  const { prescribe, press, hand, sent } = await open([nobody], {
    user: { ...staffWith("view_patients"), doctors },
  });
  expect((await field()).value).toBe("");
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Choose the doctor.");
  await hand.selectOptions(await field(), corazon.name);
  await screen.findByText(/has no PRC license number yet/);
  expect(sent(savePrescription)).toEqual([]);
});

it("shows the server's refusal at the field", async () => {
  const words = "This doctor does not see patients here. Choose another.";
  const { prescribe, press } = await open(
    [profiles(), refuse(savePrescription, "invalid", words, { fields: { practitionerId: words } })],
    { user: { ...staffWith("view_patients"), doctors } },
  );
  await field();
  await prescribe();
  await press("Save Prescription");
  expect((await field()).getAttribute("aria-invalid")).toBe("true");
});

it("is not asked for in a clinic with one doctor", async () => {
  await open([]);
  expect(screen.queryByRole("combobox", { name: "Doctor" })).toBeNull();
});

it.each([
  ["the doctor whom it names", { id: 9, role: "doctor" } as const, true],
  ["another doctor", { id: 12, role: "doctor" } as const, false],
  ["the owner", { id: 1, role: "owner" } as const, false],
  ["staff", staffWith("view_patients"), false],
])("is released by %s: %s", async (_, user, mayRelease) => {
  const prescription = {
    ...aPrescription(),
    status: "prepared" as const,
    practitioner: { id: 32, userId: 9, name: corazon.name },
  };
  renderScreen(
    <>
      <h1>Prescriptions</h1>
      <ReleasePrescription prescription={prescription} />
    </>,
    { user: aUser({ ...user, doctors }), answers: [reply(releasePrescription, prescription)] },
  );
  await screen.findByText("Prescriptions");
  expect(screen.queryByRole("button", { name: "Release" }) !== null).toBe(mayRelease);
});
