import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { completeConsultation } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import { moveVisit, type Visit } from "#features/visits/contract.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aRecordHead } from "#web/testing-record-head.ts";
import { aListedPatient, aPatientRecord, aVisit } from "#web/testing-records.ts";
import { ClinicDialogs } from "./ClinicDialogs.tsx";
import { useDialogs } from "./use-dialogs.ts";

const Dialogs = () => <ClinicDialogs dialogs={useDialogs()} />;
const visit = aVisit({ id: 9, state: "with_doctor", day: manilaDay(new Date()) });

const show = (hasPaymentStep: boolean, today: Visit | null = visit) =>
  renderScreen(<Dialogs />, {
    address: "/patients/7?open=next&patient=7",
    answers: [
      reply(onePatient, aPatientRecord({ id: 7, consultationStatus: "pending" })),
      reply(recordHead, aRecordHead({ visit: today, isWritten: true, hasPaymentStep })),
      reply(moveVisit, { ...visit, state: "for_payment" }),
      reply(completeConsultation, aListedPatient({ id: 7 })),
    ],
  });

test("the list of what comes next closes the visit with For Payment where that is a step", async () => {
  const { hand, sent, address } = show(true);
  await hand.click(await screen.findByRole("button", { name: "Next: For Payment" }));
  await waitFor(() =>
    expect(sent(moveVisit)).toMatchObject([
      { params: { id: "9" }, body: { state: "for_payment", from: "with_doctor" } },
    ]),
  );
  expect(sent(completeConsultation)).toHaveLength(0);
  expect(address()).not.toContain("open=");
});

test.each([
  ["without that step", false, visit],
  ["for a patient who is not in the queue", true, null],
  ["for one whose appointment nobody has marked arrived", true, { ...visit, state: "booked" as const }],
  ["once the patient is sent to payment", true, { ...visit, state: "for_payment" as const }],
])("it closes the visit with Done %s", async (_, hasPaymentStep, today) => {
  const { hand, sent } = show(hasPaymentStep, today);
  await hand.click(await screen.findByRole("button", { name: "Next: Done" }));
  await waitFor(() => expect(sent(completeConsultation)).toMatchObject([{ params: { id: "7" } }]));
});
