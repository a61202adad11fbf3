import { addBill, addService, takePayment } from "#features/billing/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import type { Calls } from "./calls.ts";

const services = [
  ["Consultation", "1000.00"],
  ["Follow-up consultation", "800.00"],
  ["12-lead ECG with reading", "450.00"],
  ["2D echocardiogram", "3500.00"],
  ["Medical certificate", "150.00"],
  ["Nebulization", "200.00"],
] as const;

/** What the clinic charges. */
export async function setPrices(calls: Calls): Promise<void> {
  for (const [name, amount] of services) await calls.send(addService, { body: { name, amount } });
  await calls.send(saveClinicSettings, { body: { tin: "123-456-789-000" } });
}

/** A senior citizen and three others paid this morning, each in another way; an HMO owes for one of them. */
export async function takeMorningPayments(
  calls: Calls,
  { senior, others }: { senior: number | undefined; others: readonly number[] },
): Promise<void> {
  const [cash, covered, wallet] = others;
  const line = (index: number) => ({
    description: services[index]?.[0] ?? "",
    quantity: 1,
    amount: services[index]?.[1] ?? "0",
  });
  const bill = async (patientId: number | undefined, lines: number[], more: object = {}) =>
    patientId === undefined
      ? null
      : calls.send(addBill, { body: { patientId, lines: lines.map(line), ...more } });
  const pay = async (made: { id?: number } | null, body: Record<string, unknown>) =>
    made && calls.send(takePayment, { params: { id: Number(made.id) }, body });

  const first = await bill(senior, [1, 2], { discount: { kind: "senior", idNumber: "2214-88" } });
  await pay(first, { method: "gcash", amount: "500", reference: "8012 334 556 781" });
  await pay(first, { method: "cash", amount: "500", tendered: "1000" });
  await pay(await bill(cash, [0]), { method: "cash", amount: "1000", tendered: "1000" });
  const third = await bill(covered, [0, 2], {
    hmo: { company: "Maxicare", card: "1180 4457 0021", loa: "LOA-88213", approved: "1000" },
  });
  await pay(third, { method: "cash", amount: "450", tendered: "500" });
  await pay(await bill(wallet, [0, 4]), { method: "maya", amount: "1150", reference: "MY-55120" });
}
