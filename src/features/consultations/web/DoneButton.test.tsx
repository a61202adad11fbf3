import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clinicSettings } from "#features/clinics/contract.ts";
import { completeConsultation } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { moveVisit, patientVisits } from "#features/visits/contract.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient, aPatientRecord, aVisit } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { DoneButton } from "./DoneButton.tsx";

const visit = aVisit({ id: 9, state: "with_doctor", day: manilaDay(new Date()) });

function show(queueHasPayment: boolean, visits = [visit]) {
  const onDone = vi.fn();
  return {
    onDone,
    ...renderScreen(<DoneButton patientId={7} onDone={onDone} />, {
      answers: [
        reply(onePatient, aPatientRecord({ id: 7, consultationStatus: "pending" })),
        reply(clinicSettings, exampleSettings({ queueHasPayment })),
        reply(patientVisits, visits),
        reply(moveVisit, { ...visit, state: "for_payment" }),
        reply(completeConsultation, aListedPatient({ id: 7 })),
      ],
    }),
  };
}

test("closes the record with For Payment when the clinic takes payment after the doctor", async () => {
  const { hand, sent, onDone } = show(true);
  await hand.click(await screen.findByRole("button", { name: "For Payment" }));
  await waitFor(() =>
    expect(sent(moveVisit)).toMatchObject([
      { params: { id: "9" }, body: { state: "for_payment", from: "with_doctor" } },
    ]),
  );
  expect(onDone).toHaveBeenCalledOnce();
  expect(sent(completeConsultation)).toHaveLength(0);
});

test.each([
  ["without that step", false, [visit]],
  ["for a patient who is not in the queue", true, []],
  ["once the patient is sent to payment", true, [{ ...visit, state: "for_payment" as const }]],
])("closes it with Done %s", async (_, queueHasPayment, visits) => {
  const { hand, sent } = show(queueHasPayment, visits);
  await hand.click(await screen.findByRole("button", { name: "Done" }));
  await waitFor(() => expect(sent(completeConsultation)).toMatchObject([{ params: { id: "7" } }]));
});
