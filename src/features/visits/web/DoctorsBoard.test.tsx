import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listAppointments } from "#features/appointments/contract.ts";
import { todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import {
  addVisit,
  callNext,
  listVisitors,
  listVisits,
  patientVisits,
  unfinishedVisits,
} from "#features/visits/contract.ts";
import { takeVisitBack, transferVisit } from "#features/visits/handover-contract.ts";
import { type FakeAnswer, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aListedPatient, aVisit } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { TodayBoard } from "./TodayBoard.tsx";

// 10:42 in Manila.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const doctors = [
  { id: 71, userId: 1, name: "Rafael Peñaflor", letter: "A" },
  { id: 72, userId: 8, name: "Ma. Corazon dela Peña", letter: "B" },
];
const ofA = { practitionerId: 71, letter: "A" };
const ofB = { practitionerId: 72, letter: "B" };
const lim = aVisit({
  ...ofB,
  id: 3,
  number: 3,
  patientId: 103,
  patientName: "Lim, Sofia Isabel",
  handover: { fromId: 71, at: "2026-11-20T02:31:00Z", note: "Right ear" },
});
const salazar = aVisit({ ...ofA, id: 15, number: 15, patientId: 115, patientName: "Salazar, Benigno" });
const seen = aVisit({
  ...ofB,
  id: 2,
  number: 2,
  patientId: 102,
  patientName: "Gonzaga, Teresita",
  state: "done",
  withDoctorAt: "2026-11-20T02:00:00Z",
  closedAt: "2026-11-20T02:20:00Z",
});
const place = {
  id: 5,
  clinicId: 1,
  name: "Main clinic",
  address: null,
  room: null,
  isActive: true,
  hours: [],
  slotMinutes: 30,
};

function show(user: Parameters<typeof renderScreen>[1] = {}, answers: FakeAnswer[] = []) {
  const registration = Object.assign(() => "The registration form", { preload: () => Promise.resolve() });
  const onOpen = vi.fn();
  const rendered = renderScreen(
    <TodayBoard
      onOpen={onOpen}
      onEdit={vi.fn()}
      onVitals={vi.fn()}
      onPay={vi.fn()}
      head={(note, actions) => (
        <header>
          {note}
          {actions}
        </header>
      )}
      others={() => null}
      registration={registration}
    />,
    {
      ...user,
      answers: [
        reply(clinicSettings, { ...exampleSettings(), queueHasVitals: false }),
        reply(listPlaces, [place]),
        reply(unfinishedVisits, []),
        reply(listAppointments, []),
        reply(listVisitors, []),
        reply(listVisits, [salazar, lim, seen]),
        reply(todaysVitals, []),
        ...answers,
      ],
    },
  );
  return { onOpen, ...rendered };
}
const desk = {
  user: { ...staffWith("view_patients", "add_patients", "edit_patients"), doctors },
};
const column = async (name: string) =>
  within(await screen.findByRole("region", { name: `Queue of ${name}` }));

describe("the desk of several doctors", () => {
  it("has a column for each, calls from a row, and has no Call Next", async () => {
    show(desk);
    const ofPena = await column("Ma. Corazon dela Peña");
    expect(ofPena.getByText("B-03")).toBeTruthy();
    expect(ofPena.getByText("1 waiting, longest 22m")).toBeTruthy();
    expect((await ofPena.findByText(/“Right ear”/)).closest("li")?.textContent).toMatch(
      /from ARafael Peñaflor 10:31 AM, “Right ear”/,
    );
    const ofPenaflor = await column("Rafael Peñaflor");
    expect(ofPenaflor.getByText("A-15")).toBeTruthy();
    expect(ofPenaflor.queryByText("B-03")).toBeNull();
    expect(ofPenaflor.getByRole("button", { name: "Call Salazar, Benigno" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Call Next/ })).toBeNull();
    expect(screen.getByText(/2 doctors/)).toBeTruthy();
  });

  it("hands a patient over with a note, and takes it back with Undo", async () => {
    const { hand, sent } = show(desk, [
      reply(transferVisit, { ...lim, ...ofA, number: 16 }),
      reply(takeVisitBack, lim),
    ]);
    await column("Rafael Peñaflor");
    await hand.click(await screen.findByRole("button", { name: "Actions for Lim, Sofia Isabel" }));
    await hand.click(await screen.findByRole("menuitem", { name: "Hand to Another Doctor" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Hand to another doctor" }));
    expect(dialog.getByText(/B-03 is not given again today/)).toBeTruthy();
    expect(dialog.getByText("arrival 10:20 AM is kept")).toBeTruthy();
    expect(dialog.queryByRole("radio", { name: /dela Peña/ })).toBeNull();
    await hand.type(dialog.getByLabelText(/Note to the doctor/), "ECG first");
    await hand.click(dialog.getByRole("button", { name: "Hand to Rafael Peñaflor" }));
    await waitFor(() =>
      expect(sent(transferVisit)).toMatchObject([
        { params: { id: "3" }, body: { practitionerId: 71, note: "ECG first" } },
      ]),
    );
    expect(await screen.findByText("Handed to Rafael Peñaflor")).toBeTruthy();
    expect(screen.getByText("Number A-16 · Lim, Sofia Isabel")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent(takeVisitBack)).toMatchObject([{ params: { id: "3" } }]));
  });

  it("asks for the doctor of a walk-in, and proposes who saw the patient last", async () => {
    const found = aListedPatient({ id: 101, patientName: "Magsaysay, Lorenzo Abella" });
    const before = { ...seen, id: 1, patientId: 101, day: "2026-10-12" };
    const { hand, sent } = show(desk, [
      reply(listPatients, [found]),
      reply(patientVisits, [before]),
      reply(addVisit, aVisit({ ...ofB, number: 4 })),
    ]);
    await hand.click(await screen.findByRole("button", { name: /Add Walk-in/ }));
    await hand.type(await screen.findByRole("searchbox"), "Magsaysay");
    await hand.click(await screen.findByRole("button", { name: /Magsaysay, Lorenzo/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Walk-in" }));
    const proposed = await dialog.findByRole("radio", { checked: true });
    expect(proposed.closest("label")?.textContent).toMatch(
      /dela Peñasaw this patient last, Oct 12, 20261 waitingabout 20 minutes/,
    );
    await hand.type(dialog.getByLabelText(/Reason/), "Cough");
    await hand.click(dialog.getByRole("button", { name: "Add to Ma. Corazon dela Peña" }));
    await waitFor(() =>
      expect(sent(addVisit)).toMatchObject([
        { body: { patientId: 101, practitionerId: 72, reason: "Cough" } },
      ]),
    );
  });

  it("shows who waits for a doctor who no longer practises", async () => {
    show(desk, [reply(listVisits, [{ ...salazar, practitionerId: 99, letter: "C" }])]);
    const left = within(await screen.findByRole("region", { name: "Without a doctor" }));
    expect(left.getByText("C-15")).toBeTruthy();
  });
});

describe("a doctor among several", () => {
  it("sees the own queue, and calls its next by number", async () => {
    const { hand, sent, onOpen } = show({ user: { doctors } }, [
      reply(callNext, { ...salazar, state: "with_doctor" }),
    ]);
    expect(await screen.findByRole("button", { name: "Salazar, Benigno" })).toBeTruthy();
    expect(screen.queryByText("Lim, Sofia Isabel")).toBeNull();
    expect(await screen.findByText("Ma. Corazon dela Peña 1 waiting")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: /Call Next, A-15/ }));
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith(115));
    expect(sent(callNext)).toMatchObject([{ body: {} }]);
    expect(await screen.findByText("Calling number A-15")).toBeTruthy();
  });

  it("opens all queues, and comes back to the own one", async () => {
    const { hand } = show({ user: { doctors } });
    await hand.click(await screen.findByRole("button", { name: /All doctors/ }));
    expect((await column("Ma. Corazon dela Peña")).getByText("Lim, Sofia Isabel")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: /^Mine/ }));
    await waitFor(() => expect(screen.queryByText("Lim, Sofia Isabel")).toBeNull());
  });
});
