import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  addBill,
  type Bill,
  billRecordAmount,
  listServices,
  patientBills,
  takePayment,
} from "#features/billing/contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { patientVisits } from "#features/visits/contract.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord, aVisit } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { TakePaymentDialog } from "./TakePaymentDialog.tsx";
import { aBill } from "./testing-bills.ts";

const patient = aPatientRecord({ id: 7, patientName: "Gonzaga, Teresita Abellana", birthday: "1950-03-04" });

const bill = aBill({ patientName: patient.patientName, admissionNo: patient.admissionNo });

function show(
  answers: FakeAnswer[] = [],
  its: Partial<typeof patient> = {},
  user: Partial<CurrentUser> = {},
) {
  const onClose = vi.fn();
  const shown = renderScreen(<TakePaymentDialog patientId={7} onClose={onClose} />, {
    user,
    answers: [
      reply(onePatient, { ...patient, ...its }),
      reply(patientVisits, []),
      reply(clinicSettings, exampleSettings()),
      reply(listServices, [
        { id: 1, clinicId: 1, name: "Consultation", amount: "1000.00", isActive: true },
        { id: 2, clinicId: 1, name: "ECG", amount: "450.00", isActive: false },
      ]),
      ...answers,
    ],
  });
  return { ...shown, onClose };
}

/** From the price list. */
async function charge(hand: ReturnType<typeof show>["hand"], service: RegExp) {
  await hand.click(await screen.findByRole("button", { name: "Add from price list" }));
  await hand.click(await screen.findByRole("menuitem", { name: service }));
}

const balance = () => screen.getAllByRole("status").map((status) => status.textContent);

it("bills a senior from the price list, half by GCash, the rest in cash with its change", async () => {
  const paid: Bill = { ...bill, paid: "800.00", balance: "0.00", patientBalance: "0.00", state: "paid" };
  const { hand, sent, onClose } = show([reply(addBill, bill), reply(takePayment, paid)]);
  const list = await screen.findByRole("button", { name: "Add from price list" });
  await waitFor(() => expect(document.activeElement).toBe(list));
  await hand.keyboard("{Enter}");
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Consultation ₱1,000.00",
  ]);
  await hand.keyboard("{Enter}");
  expect(screen.getByText("Senior citizen, 20% of ₱1,000.00, not VAT-registered")).toBeTruthy();
  await hand.type(screen.getByLabelText(/OSCA/), "2214-88");
  expect(screen.getByText("nothing paid yet")).toBeTruthy();
  expect(balance()).toEqual([""]);
  await hand.click(screen.getByRole("button", { name: "GCash" }));
  await hand.type(screen.getByLabelText("Reference"), "8012 334");
  expect(balance()).toEqual(["Paid in full₱800.00 GCash"]);
  const amount = screen.getAllByLabelText("Amount").at(-1) as HTMLElement;
  await hand.clear(amount);
  await hand.type(amount, "400");
  expect(balance()).toEqual(["Still to pay ₱400.00₱400.00 GCash"]);
  await hand.click(screen.getByRole("button", { name: "Add payment" }));
  await hand.type(screen.getByLabelText("Cash received"), "1000");
  expect(balance()).toEqual(["Paid in full₱400.00 GCash · ₱400.00 CashChange ₱600.00"]);
  const preview = within(screen.getByRole("article", { name: "Preview of the acknowledgement" }));
  for (const text of ["Payment acknowledgement", "GCash 8012 334", "OSCA 2214-88"])
    expect(preview.getByText(text)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(addBill)[0]?.body).toMatchObject({
    patientId: 7,
    lines: [{ description: "Consultation", quantity: 1, amount: "1000.00" }],
    discount: { kind: "senior", idNumber: "2214-88" },
    hmo: null,
  });
  expect(sent(takePayment).map(({ body }) => body)).toEqual([
    { method: "gcash", amount: "400.00", tendered: null, reference: "8012 334" },
    { method: "cash", amount: "400.00", tendered: "1000.00", reference: null },
  ]);
});

it("bills today's visit of a patient who is booked for later days", async () => {
  const today = manilaDay(new Date());
  const visit = aVisit({ id: 31, state: "for_payment", day: today, number: 4 });
  const ahead = Array.from({ length: 60 }, (_, index) =>
    aVisit({ id: 40 + index, state: "booked", day: addDays(today, 60 - index), number: null }),
  );
  const { hand, sent } = show([
    reply(patientVisits, ({ query }) =>
      [...ahead, visit]
        .filter(({ day }) => !query.until || day <= String(query.until))
        .slice(0, Number(query.limit ?? 50)),
    ),
    reply(addBill, bill),
  ]);
  await charge(hand, /Consultation/);
  expect(screen.getByText(/number 4 today/)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "None" }));
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(addBill)[0]?.body).toMatchObject({ visitId: 31 }));
});

it("takes a senior's payment in cash and by GCash with four clicks", async () => {
  const paid: Bill = { ...bill, paid: "800.00", balance: "0.00", patientBalance: "0.00", state: "paid" };
  const { hand, sent, onClose } = show([
    reply(patientBills, {
      bills: [{ ...bill, state: "paid", discountIdNumber: "2214-88" }],
      fromRecord: null,
    }),
    reply(addBill, { ...bill, id: 8 }),
    reply(takePayment, paid),
  ]);
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "Cash and GCash" }));
  // Two rows, and nothing is paid until something is typed.
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await hand.keyboard("300");
  await hand.type(screen.getByLabelText("Reference"), "8012 334{Tab}500");
  expect(balance()).toContain("Paid in full₱300.00 Cash · ₱500.00 GCash");
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(addBill)[0]?.body).toMatchObject({ discount: { kind: "senior", idNumber: "2214-88" } });
  expect(sent(takePayment).map(({ body }) => body)).toEqual([
    { method: "cash", amount: "300.00", tendered: "300.00", reference: null },
    { method: "gcash", amount: "500.00", tendered: null, reference: "8012 334" },
  ]);
});

it("asks for the number on the ID, and sends nothing without it", async () => {
  const { hand, sent } = show();
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter the number on the ID: the law asks for it")).toBeTruthy();
  expect(sent(addBill)).toEqual([]);
});

it("says that a patient under 60 has no senior discount, and sends nothing", async () => {
  const { hand, sent } = show([reply(addBill, bill)], { birthday: "1990-03-04" });
  await charge(hand, /Consultation/);
  expect(screen.getByRole("button", { name: "None" }).getAttribute("aria-pressed")).toBe("true");
  await hand.click(screen.getByRole("button", { name: "Senior" }));
  expect(
    screen.getByText(/^The senior discount is for patients aged 60 and older; this patient is 3/),
  ).toBeTruthy();
  await hand.type(screen.getByLabelText(/OSCA/), "2214-88");
  await hand.click(screen.getByRole("button", { name: "None" }));
  expect(screen.queryByText(/^The senior discount is for/)).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Senior" }));
  await hand.click(screen.getByRole("button", { name: /^Cash, exact/ }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/OSCA/)));
  expect(sent(addBill)).toEqual([]);
});

it("records nothing that was neither typed nor pressed", async () => {
  const open: Bill = { ...bill, due: "400.00", balance: "400.00", patientBalance: "400.00" };
  const { hand, sent, onClose } = show([
    reply(patientBills, { bills: [open], fromRecord: null }),
    reply(takePayment, { ...open, paid: "400.00", balance: "0.00", patientBalance: "0.00", state: "paid" }),
  ]);
  const save = async () => hand.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("nothing paid yet");
  expect(screen.queryByText("Paid in full")).toBeNull();
  await save();
  await hand.keyboard("{Tab}{Control>}{Enter}{/Control}");
  // A row without an amount is no payment either.
  await hand.click(screen.getByRole("button", { name: "Another Way" }));
  await save();
  expect(sent(takePayment)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  await hand.selectOptions(screen.getByLabelText("Method"), "maya");
  await hand.type(screen.getByLabelText("Reference"), "77");
  await save();
  expect(sent(takePayment)).toEqual([]);
  await hand.click(screen.getByRole("button", { name: "Remove payment 1" }));
  await hand.click(screen.getByRole("button", { name: "Cash, exact ₱400" }));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(takePayment).map(({ body }) => body)).toEqual([
    { method: "cash", amount: "400.00", tendered: null, reference: null },
  ]);
});

it("leaves a new bill open when the patient pays later", async () => {
  const { hand, sent, onClose } = show([reply(addBill, bill)], { birthday: "1990-03-04" });
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(addBill)).toHaveLength(1);
  expect(sent(takePayment)).toEqual([]);
});

it("takes the HMO's part out of what is due from the patient", async () => {
  const { hand, sent, onClose } = show([reply(addBill, bill)], { birthday: "1990-03-04" });
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("checkbox", { name: /HMO pays a part/ }));
  await hand.type(screen.getByLabelText(/Company/), "Maxicare");
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter what the HMO approved")).toBeTruthy();
  expect(sent(addBill)).toEqual([]);
  await hand.type(screen.getByLabelText(/LOA number/), "88213");
  await hand.type(screen.getByLabelText(/Approved/), "900");
  expect(screen.getByText("Maxicare pays, LOA 88213")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Cash, exact ₱100" })).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(addBill)[0]?.body).toMatchObject({
    hmo: { company: "Maxicare", loa: "88213", approved: "900.00" },
  });
});

it("continues with the rest when a payment fails after the bill was saved", async () => {
  const { hand, sent, onClose } = show([
    reply(addBill, {
      ...bill,
      discountKind: null,
      due: "1000.00",
      balance: "1000.00",
      patientBalance: "1000.00",
    }),
    refuse(takePayment, "database_unavailable", "The database does not answer."),
  ]);
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "None" }));
  await hand.click(screen.getByRole("button", { name: "Cash, exact ₱1,000" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Bill 2026-00031")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(takePayment)).toHaveLength(2));
  expect(sent(addBill)).toHaveLength(1);
});

it("asks before a reference is recorded again, and records it when it is another payment", async () => {
  const open: Bill = { ...bill, due: "400.00", balance: "400.00", patientBalance: "400.00" };
  const words =
    "This reference is already on bill 2026-00029 of Reyes, Ana, GCash ₱400.00. Record it too only if one transfer paid for both.";
  const asks = refuse(takePayment, "reference_to_confirm", words, { fields: { reference: words } });
  const { hand, sent, answer, onClose } = show([
    reply(patientBills, { bills: [open], fromRecord: null }),
    asks,
  ]);
  const save = () => hand.click(screen.getByRole("button", { name: "Save" }));
  await hand.click(await screen.findByRole("button", { name: "GCash" }));
  await hand.keyboard("8012 334");
  await save();
  const question = within(await screen.findByRole("alertdialog", { name: "Record this reference again?" }));
  expect(question.getByText(words)).toBeTruthy();
  await hand.click(question.getByRole("button", { name: "Go Back" }));
  expect(screen.getByText(words)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  // Another reference is asked about again.
  await hand.type(screen.getByLabelText("Reference"), "5");
  await save();
  const again = within(await screen.findByRole("alertdialog"));
  answer(
    reply(takePayment, { ...open, paid: "400.00", balance: "0.00", patientBalance: "0.00", state: "paid" }),
  );
  await hand.click(again.getByRole("button", { name: "Record It Too" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const payment = { method: "gcash", amount: "400.00", tendered: null };
  expect(sent(takePayment).map(({ body }) => body)).toEqual([
    { ...payment, reference: "8012 334" },
    { ...payment, reference: "8012 3345" },
    { ...payment, reference: "8012 3345", isReferenceConfirmed: true },
  ]);
});

const cash: Bill["payments"][number] = {
  id: 90,
  method: "cash",
  amount: "500.00",
  tendered: null,
  reference: null,
  referenceAlsoOn: null,
  takenAt: "2026-11-25T02:42:00Z",
  takenByName: "Rafael Peñaflor",
  voidedAt: null,
  voidedByName: null,
  voidReason: null,
};
const usedKey = "This save was already used for something else. Reload the page and try again.";

it("shows the payment that was recorded before its response was lost, and records no second one", async () => {
  const half: Bill = {
    ...bill,
    paid: "500.00",
    balance: "300.00",
    patientBalance: "300.00",
    payments: [cash],
  };
  const { hand, sent, answer, onClose } = show([
    reply(patientBills, { bills: [bill], fromRecord: null }),
    loseConnection(takePayment),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Another Way" }));
  await hand.type(screen.getByLabelText("Counts as paid"), "500");
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(takePayment)).toHaveLength(1));
  // Removed and typed again, it is still the same payment to the server.
  await hand.click(screen.getByRole("button", { name: "Remove payment 1" }));
  await hand.click(screen.getByRole("button", { name: "Another Way" }));
  await hand.type(screen.getByLabelText("Counts as paid"), "300");
  answer(refuse(takePayment, "unusable", usedKey), reply(patientBills, { bills: [half], fromRecord: null }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Cash ₱500.00 is already recorded, at 10:42 AM")).toBeTruthy();
  expect(screen.getByText("₱500.00 paid before")).toBeTruthy();
  expect(screen.queryByLabelText("Counts as paid")).toBeNull();
  const keys = () => sent(takePayment).map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys()).size).toBe(1);
  // A payment added then is a new one.
  await hand.click(screen.getByRole("button", { name: "Cash, exact ₱300" }));
  answer(
    reply(takePayment, { ...half, paid: "800.00", balance: "0.00", patientBalance: "0.00", state: "paid" }),
  );
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(takePayment).at(-1)?.body).toMatchObject({ amount: "300.00" });
  expect(new Set(keys()).size).toBe(2);
});

it("continues with the bill that was saved before its response was lost, and saves no second one", async () => {
  const { hand, sent, answer } = show([
    reply(patientBills, { bills: [], fromRecord: null }),
    loseConnection(addBill),
  ]);
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "None" }));
  await hand.click(screen.getByRole("button", { name: "Cash, exact ₱1,000" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent(addBill)).toHaveLength(1));
  await hand.clear(screen.getAllByLabelText("Amount")[0] as HTMLElement);
  await hand.type(screen.getAllByLabelText("Amount")[0] as HTMLElement, "1200");
  answer(refuse(addBill, "unusable", usedKey), reply(patientBills, { bills: [bill], fromRecord: null }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Bill 2026-00031 of ₱800.00 is already saved")).toBeTruthy();
  expect(sent(takePayment)).toEqual([]);
  expect(new Set(sent(addBill).map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

it("records a payment of the open bill, and bills the record's amount on request", async () => {
  const { hand, sent } = show([
    reply(patientBills, { bills: [], fromRecord: { amount: "500.00", paymentStatus: "Overdue" } }),
    reply(billRecordAmount, { ...bill, due: "500.00", balance: "500.00" }),
  ]);
  expect(await screen.findByText("₱500.00 in the record is overdue.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Take Payment for It" }));
  await waitFor(() => expect(sent(billRecordAmount)[0]?.body).toEqual({ patientId: 7 }));
});

it("starts a new bill when only an HMO still owes on the old one, and shows that debt", async () => {
  const covered: Bill = {
    ...bill,
    patientBalance: "0.00",
    hmoBalance: "800.00",
    cover: {
      company: "Maxicare",
      card: null,
      loa: "LOA-88213",
      validUntil: null,
      approved: "800.00",
      paid: "0.00",
      billedAt: null,
      reference: null,
    },
  };
  show([reply(patientBills, { bills: [covered], fromRecord: null })]);
  const choice = (await screen.findByLabelText("Bill")) as HTMLSelectElement;
  expect(choice.selectedOptions[0]?.text).toBe("New bill");
  expect(choice.options[0]?.text).toBe("HMO owes ₱800.00, 2026-00031 of Nov 20, 2026");
  expect(await screen.findByRole("button", { name: "Add from price list" })).toBeTruthy();
});

const doctors = [
  { id: 11, userId: 1, name: "Rafael Peñaflor", letter: "A" },
  { id: 12, userId: 5, name: "Ma. Corazon dela Peña-Villanueva", letter: "B" },
];

it("proposes the user, or the visit's doctor, for each line where several practise", async () => {
  const { hand, sent } = show([reply(addBill, bill)], {}, { doctors });
  await charge(hand, /Consultation/);
  await hand.click(screen.getByRole("button", { name: "Add line" }));
  const [first, second] = screen.getAllByRole("combobox", { name: "Doctor" }) as HTMLSelectElement[];
  expect([first?.value, second?.value]).toEqual(["11", "11"]);
  await hand.type(screen.getAllByLabelText("Service")[1] as HTMLElement, "Dressing");
  await hand.type(screen.getAllByLabelText("Amount")[1] as HTMLElement, "200");
  await hand.selectOptions(second as HTMLElement, "B · Ma. Corazon dela Peña-Villanueva");
  await hand.type(screen.getByLabelText(/OSCA/), "2214-88");
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent(addBill)[0]?.body).toMatchObject({
      lines: [
        { description: "Consultation", practitionerId: 11 },
        { description: "Dressing", practitionerId: 12 },
      ],
    }),
  );
});

it("asks a secretary for the doctor, whom nothing proposes", async () => {
  const { hand, sent } = show(
    [reply(addBill, bill)],
    {},
    { ...staffWith("take_payments", "view_patients"), doctors },
  );
  await charge(hand, /Consultation/);
  await hand.type(screen.getByLabelText(/OSCA/), "2214-88");
  await hand.click(screen.getByRole("button", { name: "Pays later" }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose the doctor", { selector: "p, span" })).toBeTruthy();
  expect(sent(addBill)).toEqual([]);
});

it("shows no doctor where one practises", async () => {
  const { hand } = show();
  await charge(hand, /Consultation/);
  expect(screen.queryByRole("combobox", { name: "Doctor" })).toBeNull();
});
