import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { draftKey } from "#features/accounts/contract.ts";
import { medicines } from "#features/clinical-lists/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { availableClinics, sendReferral } from "#features/referrals/contract.ts";
import { queryKeyOf, useCall } from "#web/data/calls.ts";
import { emptySummary, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ReferPatientDialog } from "./ReferPatientDialog.tsx";
import { aMedicine, aPatientReferral } from "./testing-referrals.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T02:42:00Z") });
  return () => vi.useRealTimers();
});

const pregnancy: Summary["pregnancy"] = {
  id: 1,
  lmp: "2026-06-08",
  dueOn: "2027-03-15",
  datedBy: "lmp",
  score: "G2P1 (1-0-0-1)",
};
const pregnant = "G2P1 (1-0-0-1), LMP Jun 8, 2026, EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026";
const warfarin = aMedicine({ dose: "2.5 mg" });
const onWarfarin = { ...emptySummary, pregnancy, medicines: [warfarin] };

/** The dialog with clinic, reason and consent filled in. */
async function show(...answers: FakeAnswer[]) {
  const shown = renderScreen(<ReferPatientDialog patientId={1201} onClose={vi.fn()} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(availableClinics, [
        {
          id: 7,
          name: "Mactan Clinic",
          address: null,
          isVerified: true,
          doctorName: null,
          licenseNumber: null,
        },
      ]),
      reply(draftKey, { key: "A".repeat(43) }),
      reply(sendReferral, aPatientReferral()),
      ...answers,
    ],
  });
  const { hand, sent } = shown;
  // The first screen of a file renders slowly on a busy machine.
  await screen.findByRole("option", { name: "Mactan Clinic" }, { timeout: 10_000 });
  await hand.selectOptions(screen.getByRole("combobox", { name: /Clinic/ }), "7");
  await hand.type(screen.getByRole("textbox", { name: /Referral reason/ }), "Echo");
  await hand.click(screen.getByRole("radio", { name: "Patient" }));
  return {
    ...shown,
    press: (name: string) => hand.click(screen.getByRole("button", { name })),
    /** What is sent when Send Referral is pressed. */
    send: async () => {
      await hand.click(screen.getByRole("button", { name: "Send Referral" }));
      await waitFor(() => expect(sent(sendReferral)).toHaveLength(1));
      return sent(sendReferral)[0]?.body;
    },
  };
}
const field = (name: RegExp) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const note = () => screen.getByText(/When it accepts/).parentElement?.textContent;

it("sends pregnancy and medicines as the record has them, without typing", async () => {
  const { send } = await show(reply(summary, onWarfarin));
  expect(field(/Pregnancy/).value).toBe(pregnant);
  expect(field(/Current medicines/).value).toBe("warfarin 2.5 mg");
  expect(note()).toContain("pregnancy and current medicines as above, allergies");
  expect(await send()).toMatchObject({ pregnancy: pregnant, currentMedicines: "warfarin 2.5 mg" });
});

it("sends what is seen: a changed text, and nothing of what was left out", async () => {
  const { press, hand, send } = await show(reply(summary, onWarfarin));
  await press("Leave Out pregnancy");
  expect(note()).toContain("PHIC payment, current medicines as above, allergies");
  await hand.type(field(/Current medicines/), ", INR 2.4");
  expect(await send()).toMatchObject({ pregnancy: null, currentMedicines: "warfarin 2.5 mg, INR 2.4" });
});

/** As on the record's page, which has read its head. */
function Record() {
  return useCall(summary, { params: { id: "1201" } }).data ? (
    <ReferPatientDialog patientId={1201} onClose={vi.fn()} />
  ) : null;
}

it("has them also where the open record has read them before", async () => {
  renderScreen(<Record />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(availableClinics, []),
      reply(draftKey, { key: "A".repeat(43) }),
      reply(summary, onWarfarin),
    ],
  });
  const medicinesField = await screen.findByRole<HTMLTextAreaElement>("textbox", {
    name: /Current medicines/,
  });
  await waitFor(() => expect(medicinesField.value).toBe("warfarin 2.5 mg"));
});

it("never replaces what was typed by a newer record", async () => {
  const { hand, answer, queries, send } = await show(reply(summary, onWarfarin));
  await hand.type(field(/Pregnancy/), ", twins");
  answer(reply(summary, { ...emptySummary, medicines: [aMedicine({ dose: "5 mg" })] }));
  await queries.refetchQueries({ queryKey: queryKeyOf(summary) });
  await waitFor(() => expect(field(/Current medicines/).value).toBe("warfarin 5 mg"));
  expect(await send()).toMatchObject({ pregnancy: `${pregnant}, twins`, currentMedicines: "warfarin 5 mg" });
});

it("puts back what was left out", async () => {
  const { press, send } = await show(reply(summary, onWarfarin));
  await press("Leave Out current medicines");
  expect(field(/Current medicines/).value).toBe("");
  await press("Include current medicines");
  expect(await send()).toMatchObject({ currentMedicines: "warfarin 2.5 mg" });
});

it("asks nothing where the record has neither", async () => {
  const { send } = await show(reply(summary, emptySummary));
  expect(screen.queryByRole("textbox", { name: /Pregnancy|medicines/ })).toBeNull();
  expect(note()).not.toContain("as above");
  expect(await send()).toMatchObject({ pregnancy: null, currentMedicines: null });
});

it("leaves out confidential medicines, and tells a user who may see them", async () => {
  const { send } = await show(
    reply(summary, {
      ...emptySummary,
      medicines: [warfarin, aMedicine({ id: 92, generic: "dolutegravir", isConfidential: true })],
    }),
  );
  expect(screen.getByText("1 confidential medicine is not included.")).toBeTruthy();
  expect(await send()).toMatchObject({ currentMedicines: "warfarin 2.5 mg" });
});

it("has all current medicines, also those beyond the 20 of the record's head", async () => {
  const all = Array.from({ length: 23 }, (_, index) =>
    aMedicine({ id: index + 1, generic: `medicine ${index}` }),
  );
  const ended = aMedicine({ id: 99, generic: "amoxicillin", state: "ended" });
  const { send } = await show(
    reply(summary, {
      ...emptySummary,
      medicines: all.slice(0, 20),
      more: { ...emptySummary.more, medicines: 3 },
    }),
    reply(medicines, [...all, ended]),
  );
  expect(await send()).toMatchObject({ currentMedicines: all.map(({ generic }) => generic).join("\n") });
});

it("says so when they cannot be loaded, and fills them in after another try", async () => {
  const { answer, press, send } = await show(refuse(summary, "internal", ""));
  expect(screen.getByText("Pregnancy and medicines could not be loaded")).toBeTruthy();
  answer(reply(summary, onWarfarin));
  await press("Try Again");
  await waitFor(() => expect(field(/Current medicines/).value).toBe("warfarin 2.5 mg"));
  expect(await send()).toMatchObject({ pregnancy: pregnant });
});

it("cannot be sent before they are loaded", async () => {
  let answered: (read: Summary) => void = () => undefined;
  await show(reply(summary, () => new Promise<Summary>((resolve) => (answered = resolve))));
  const button = screen.getByRole("button", { name: "Send Referral" });
  expect(button).toHaveProperty("disabled", true);
  answered(onWarfarin);
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  expect(field(/Current medicines/).value).toBe("warfarin 2.5 mg");
});

it("says that the list is too long, and sends none of it", async () => {
  const medicinesNow = Array.from({ length: 20 }, (_, index) =>
    aMedicine({ id: index + 1, generic: "x".repeat(255) }),
  );
  const { press, sent } = await show(reply(summary, { ...emptySummary, medicines: medicinesNow }));
  await press("Send Referral");
  expect(await screen.findByText("Use at most 5,000 characters")).toBeTruthy();
  expect(sent(sendReferral)).toHaveLength(0);
});
