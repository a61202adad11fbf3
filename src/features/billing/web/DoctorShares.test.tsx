import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { listServices } from "#features/billing/contract.ts";
import {
  doctorShares,
  type DoctorShares as Shares,
  setDoctorShares,
} from "#features/billing/statements-contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { DoctorShares } from "./DoctorShares.tsx";

const santos: Shares = {
  practitionerId: 12,
  doctorName: "Ramon Santos",
  shares: [
    { serviceId: null, serviceName: null, percent: 60, amount: null },
    { serviceId: 2, serviceName: "ECG", percent: null, amount: "150.00" },
  ],
};
const none: Shares = { practitionerId: 11, doctorName: "Rafael Peñaflor", shares: [] };

function show() {
  return renderScreen(<DoctorShares />, {
    answers: [
      reply(doctorShares, [none, santos]),
      reply(listServices, [
        { id: 1, clinicId: 1, name: "Consultation", amount: "700.00", isActive: true },
        { id: 2, clinicId: 1, name: "ECG", amount: "500.00", isActive: true },
      ]),
      reply(setDoctorShares, santos),
    ],
  });
}

it("says in words what each doctor gets, and sends percentages and amounts by service", async () => {
  const { hand, sent } = show();
  const list = await screen.findByRole("list", { name: "Doctors' shares" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Rafael PeñaflorNo share: the clinic keeps allEdit",
    "Ramon SantosEvery other service 60% · ECG ₱150.00 eachEdit",
  ]);
  await hand.click(screen.getByRole("button", { name: "Edit Ramon Santos" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Shares of Ramon Santos" }));
  await dialog.findAllByRole("option", { name: "ECG" });
  await hand.click(dialog.getByRole("button", { name: "Remove share 1" }));
  await hand.click(dialog.getByRole("button", { name: "Add Share" }));
  await hand.selectOptions(dialog.getAllByLabelText("Service")[1] as HTMLElement, "Consultation");
  await hand.type(dialog.getAllByLabelText("Share")[1] as HTMLElement, "62.5");
  await hand.click(dialog.getByRole("button", { name: "Save Shares" }));
  await waitFor(() =>
    expect(sent(setDoctorShares)).toMatchObject([
      {
        params: { id: "12" },
        body: {
          shares: [
            { serviceId: 2, amount: "150.00" },
            { serviceId: 1, percent: "62.5" },
          ],
        },
      },
    ]),
  );
});

it("refuses a wrong percentage, a wrong amount and a service named twice", async () => {
  const { hand, sent } = show();
  await hand.click(await screen.findByRole("button", { name: "Edit Ramon Santos" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Shares of Ramon Santos" }));
  const [percent, amount] = dialog.getAllByLabelText("Share") as [HTMLElement, HTMLElement];
  await hand.clear(percent);
  await hand.type(percent, "101");
  await hand.clear(amount);
  await hand.type(amount, "1,5");
  await hand.selectOptions(dialog.getAllByLabelText("Service")[1] as HTMLElement, "Every other service");
  await hand.click(dialog.getByRole("button", { name: "Save Shares" }));
  expect(await dialog.findByText("Enter a percentage from 0 to 100")).toBeTruthy();
  expect(dialog.getByText("Enter an amount, like 150.00")).toBeTruthy();
  expect(dialog.getByText("This service has a share already")).toBeTruthy();
  expect(sent(setDoctorShares)).toEqual([]);
});
