import { screen, waitFor, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listAppointments } from "#features/appointments/contract.ts";
import { type Summary, summary, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import {
  addVisit,
  addVisitor,
  callNext,
  changeVisit,
  changeVisitor,
  listVisitors,
  listVisits,
  moveInQueue,
  moveVisit,
  unfinishedVisits,
  type Visit,
} from "#features/visits/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aListedPatient, aVisit } from "#web/testing-records.ts";
import { exampleSettings } from "#web/testing-settings.ts";
import { TodayBoard } from "./TodayBoard.tsx";
import type { WalkInRegistration } from "./WalkInDialog.tsx";

// 10:42 in Manila.
const now = new Date("2026-11-20T02:42:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  return () => vi.useRealTimers();
});

const called = aVisit({
  id: 15,
  number: 15,
  patientId: 115,
  patientName: "Macaraeg-Villanueva, Maria",
  state: "with_doctor",
  withDoctorAt: "2026-11-20T02:33:00Z",
});
const senior = aVisit({
  id: 12,
  number: 12,
  patientId: 112,
  patientName: "Peñaranda, Rosario Abellana",
  age: 72,
  priority: "senior",
  reason: "BP check, refill",
  state: "vitals_taken",
  arrivedAt: "2026-11-20T01:30:00Z",
  vitalsTakenAt: "2026-11-20T01:40:00Z",
});
const young = aVisit({ id: 19, number: 19 });
const paying = aVisit({
  id: 13,
  number: 13,
  patientId: 113,
  patientName: "Dela Cruz, Juan Miguel Santos",
  state: "for_payment",
  forPaymentAt: "2026-11-20T02:30:00Z",
});
const seen = aVisit({
  id: 11,
  number: 11,
  patientId: 111,
  patientName: "Gonzaga, Teresita",
  state: "done",
  withDoctorAt: "2026-11-20T02:00:00Z",
  closedAt: "2026-11-20T02:11:00Z",
});
const morning = [called, senior, young, paying, seen];

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
const signs = [
  {
    sign: "bloodPressure",
    words: "BP 190/100",
    flag: { level: "red", text: "180/120 or above" },
  },
  { sign: "pulse", words: "Pulse 78", flag: { level: "ok", text: "Within 60 to 100" } },
] as const;

const recordedAt = "2026-10-24T02:00:00Z";
const recorded = {
  patientId: 112,
  clinicId: 1,
  recordedAt,
  recordedByName: null,
  updatedAt: recordedAt,
  version: 1,
};
/** Of the senior. */
const known: Summary = {
  allergies: [
    {
      ...recorded,
      id: 1,
      substance: "Penicillin",
      reaction: "rash",
      severity: null,
      howKnown: null,
      state: "active",
      isOwn: true,
      isFreeText: false,
    },
  ],
  noKnownAllergies: null,
  problems: [],
  medicines: [],
  stopped: [],
  vitals: [
    { sign: "bloodPressure", value: "190/100", recordedAt: now.toISOString(), flag: null, was: "150/90" },
  ],
  alerts: [],
  pregnancy: null,
  plan: {
    consultationId: 4,
    recordedAt: "2026-10-24T02:00:00Z",
    diagnosis: "Hypertension",
    treatment: "Low salt, creatinine",
    followUpDate: null,
    isConfidential: false,
  },
  pending: [],
  more: { allergies: 0, problems: 0, medicines: 0, alerts: 0 },
  resolved: { allergies: 0, problems: 0 },
};

function show(answers: FakeAnswer[] = [], options: Parameters<typeof renderScreen>[1] = {}) {
  const acts = { onOpen: vi.fn(), onEdit: vi.fn(), onVitals: vi.fn(), onPay: vi.fn() };
  const registrationForm = vi.fn<(props: ComponentProps<WalkInRegistration>) => string>(
    () => "The registration form",
  );
  const registration = Object.assign(registrationForm, { preload: () => Promise.resolve() });
  const screenOf = renderScreen(
    <TodayBoard
      {...acts}
      head={(note, actions) => (
        <header>
          {note}
          {actions}
        </header>
      )}
      others={(_queued, _onQueue, isReady) => isReady && "Below the queue"}
      registration={registration}
    />,
    {
      ...options,
      answers: [
        reply(clinicSettings, exampleSettings()),
        reply(listPlaces, [place]),
        reply(unfinishedVisits, []),
        reply(listAppointments, []),
        reply(listVisitors, []),
        reply(listVisits, morning),
        reply(summary, known),
        reply(todaysVitals, [{ patientId: senior.patientId, signs: [...signs] }]),
        ...answers,
      ],
    },
  );
  return { ...acts, registrationForm, ...screenOf };
}
const group = async (name: string) => within(await screen.findByRole("region", { name }));
const rowOf = async ({ patientName }: Visit) =>
  within(
    (await screen.findByRole("button", { name: `Actions for ${patientName}` })).closest("li") as HTMLElement,
  );

describe("the day", () => {
  it("shows who is with the doctor, who waits and how long, and who pays", async () => {
    show();
    expect((await group("With doctor")).getByText(called.patientName)).toBeTruthy();
    const waiting = await group("Waiting");
    const rows = waiting.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toMatch(/12.*Peñaranda.*72 \/ F · Senior · .*BP check, refill1h 12m vitals 9:40 AM/);
    expect(rows[1]).toMatch(/19.*Cabahug.*29 \/ F.*22m no vitals yet/);
    expect((await group("For payment")).getByText("Dela Cruz, Juan Miguel Santos")).toBeTruthy();
    expect(await screen.findByText("longest 1h 12m")).toBeTruthy();
    expect(screen.getByText("11 min each")).toBeTruthy();
  });

  it("keeps a place that was deactivated while somebody waits there", async () => {
    const there = { ...young, placeId: 6 };
    const { hand, sent } = show([
      reply(listPlaces, [
        place,
        { ...place, id: 7, name: "Second clinic" },
        { ...place, id: 6, name: "Annex", isActive: false },
      ]),
      reply(listVisits, [called, there]),
      reply(callNext, { ...there, state: "with_doctor" }),
    ]);
    await hand.selectOptions(await screen.findByLabelText("Place"), "Annex is no longer used");
    expect((await group("Waiting")).getByText(there.patientName)).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: /^Call Next/ }));
    await waitFor(() => expect(sent(callNext)[0]?.body).toEqual({ placeId: 6 }));
  });

  it("shows who was seen on request", async () => {
    const { hand } = show();
    const done = await group("Done");
    expect(done.queryByText(seen.patientName)).toBeNull();
    await hand.click(done.getByRole("button", { name: "Show done" }));
    expect(done.getByText(seen.patientName)).toBeTruthy();
    expect(done.getByText("done 10:11 AM")).toBeTruthy();
  });

  it("says who was seen without a bill, and asks why", async () => {
    const silent = { ...seen, isUnbilled: true };
    const free = {
      ...seen,
      id: 10,
      patientName: "Ilagan, Jose",
      isUnbilled: true,
      noBillReason: "No charge",
    };
    const { hand, sent } = show([
      reply(listVisits, [silent, free]),
      reply(changeVisit, { ...silent, noBillReason: "Pays later" }),
    ]);
    const done = await group("Done");
    expect(done.getByText("1 without a bill")).toBeTruthy();
    await hand.click(done.getByRole("button", { name: "Show done" }));
    expect((await rowOf(free)).getByText("no bill: No charge")).toBeTruthy();
    await hand.click((await rowOf(silent)).getByRole("button", { name: `Say Why ${seen.patientName}` }));
    await hand.type(await screen.findByRole("combobox", { name: /^Reason/ }), "Pays later");
    await hand.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(changeVisit)).toMatchObject([{ body: { noBillReason: "Pays later" } }]));
  });

  it("counts who left or did not come apart from Done", async () => {
    const gone = aVisit({
      id: 41,
      number: 41,
      patientName: "Abella, Noel",
      state: "left",
      closedAt: "2026-11-20T02:15:00Z",
    });
    const { hand } = show([reply(listVisits, [called, seen, gone])]);
    const done = await group("Done");
    expect(done.getByRole("heading", { name: /^Done\s*1\D/ })).toBeTruthy();
    const notSeen = await group("Not seen");
    expect(notSeen.getByRole("heading", { name: /^Not seen\s*1\D/ })).toBeTruthy();
    await hand.click(notSeen.getByRole("button", { name: "Show not seen" }));
    expect(notSeen.getByText("went home 10:15 AM")).toBeTruthy();
    await hand.click(done.getByRole("button", { name: "Show done" }));
    expect(done.queryByText(gone.patientName)).toBeNull();
  });

  it("shows the doctor the next patient, with allergies and today's readings", async () => {
    show();
    const next = await group("Up next");
    expect(await next.findByText("Penicillin, rash")).toBeTruthy();
    expect(next.getByText(/was 150\/90/)).toBeTruthy();
    expect(next.getByText("Oct 24: Low salt, creatinine")).toBeTruthy();
    expect(next.getByText("Pulse 78").className).not.toContain("text-bad");
  });

  it("sets apart what is red of the next patient, who is called from there", async () => {
    const { hand, sent } = show([reply(moveVisit, { ...senior, state: "with_doctor" })]);
    const next = await group("Up next");
    expect(next.getByText("Tell the doctor now.").textContent).toContain("BP 190/100 very high");
    await hand.click(next.getByRole("button", { name: "Call Now" }));
    await waitFor(() =>
      expect(sent(moveVisit)).toMatchObject([{ params: { id: "12" }, body: { state: "with_doctor" } }]),
    );
  });

  it("tells what is paid of the visits that are done, and takes what is not", async () => {
    const owing = { ...seen, billed: { paid: "0.00", patientBalance: "400.00", hmoBalance: "0.00" } };
    const paid = {
      ...seen,
      id: 9,
      patientId: 109,
      patientName: "Villar, Benjie",
      billed: { paid: "800.00", patientBalance: "0.00", hmoBalance: "500.00" },
    };
    const part = { ...paying, billed: { paid: "0.00", patientBalance: "100.00", hmoBalance: "500.00" } };
    const { hand, onPay } = show([reply(listVisits, [part, owing, paid])]);
    expect((await rowOf(part)).getByText("₱100.00 due, HMO ₱500.00")).toBeTruthy();
    expect(screen.getByText("₱100.00 due")).toBeTruthy();
    const done = await group("Done");
    expect(done.getByText("1 unpaid")).toBeTruthy();
    await hand.click(done.getByRole("button", { name: "Show done" }));
    expect(done.getByText("Paid ₱800.00").parentElement?.textContent).toContain("HMO ₱500.00 due");
    await hand.click(done.getByRole("button", { name: `Take Payment ${owing.patientName}` }));
    expect(onPay).toHaveBeenCalledExactlyOnceWith(owing.patientId);
  });

  it("marks a value outside its range in the row, and says whether it is low or high", async () => {
    show();
    const mark = await (await rowOf(senior)).findByText("BP 190/100 very high");
    expect(mark.className).toContain("text-bad");
    expect((await rowOf(senior)).queryByText(/Pulse/)).toBeNull();
  });

  it("lists visits of earlier days that nobody closed", async () => {
    const left = aVisit({ id: 3, number: 7, patientName: "Salazar, Benigno", day: "2026-11-19" });
    const { hand, sent } = show([
      reply(unfinishedVisits, [left]),
      reply(moveVisit, { ...left, state: "left", closedAt: "2026-11-20T02:42:00Z" }),
    ]);
    const row = await rowOf(left);
    expect(row.getByText(/Nov 19/)).toBeTruthy();
    await hand.click(row.getByRole("button", { name: /^Actions/ }));
    await hand.click(await screen.findByRole("menuitemradio", { name: "Went home" }));
    await waitFor(() =>
      expect(sent(moveVisit)).toMatchObject([
        { params: { id: "3" }, body: { state: "left", from: "arrived" } },
      ]),
    );
  });

  it("renders the queue after those of earlier days, and the rest below it", async () => {
    const answered = Promise.withResolvers<Response>();
    show([{ endpoint: unfinishedVisits, respond: () => answered.promise }]);
    expect(await screen.findByText(/^Updated/)).toBeTruthy();
    expect(screen.queryByText(called.patientName)).toBeNull();
    expect(screen.queryByText("Below the queue")).toBeNull();
    answered.resolve(Response.json([]));
    expect(await screen.findByText(called.patientName)).toBeTruthy();
    expect(screen.getByText("Below the queue")).toBeTruthy();
  });

  it("shows another place's queue without a request", async () => {
    const elsewhere = aVisit({ id: 20, number: 1, placeId: 6, patientId: 120, patientName: "Abad, Nena" });
    const { hand, sent } = show([
      reply(listPlaces, [place, { ...place, id: 6, name: "Second clinic" }]),
      reply(listVisits, [...morning, elsewhere]),
    ]);
    await rowOf(called);
    expect(screen.queryByText(elsewhere.patientName)).toBeNull();
    await hand.selectOptions(screen.getByLabelText("Place"), "Second clinic");
    await rowOf(elsewhere);
    expect(screen.queryByText(called.patientName)).toBeNull();
    expect(sent(listVisits)).toHaveLength(1);
  });

  it("shows an empty state, and an error when the queue fails to load", async () => {
    const { hand, answer } = show([refuse(listVisits, "internal", "", { reference: "AB12" })]);
    expect((await screen.findByRole("alert")).textContent).toContain("reference AB12");
    answer(reply(listVisits, []));
    await hand.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "Nobody is in the queue" })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Call Next/ })).toHaveProperty("disabled", true);
  });
});

describe("moving visits", () => {
  it("calls the next by one key and opens the record; Undo sends the patient back", async () => {
    const { hand, sent, onOpen } = show([
      reply(callNext, { ...senior, state: "with_doctor", withDoctorAt: now.toISOString() }),
      reply(moveVisit, senior),
    ]);
    await group("Waiting");
    await hand.keyboard("l");
    await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(112));
    expect(sent(callNext)).toHaveLength(1);
    await hand.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(sent(moveVisit)).toMatchObject([{ params: { id: "12" }, body: { state: "vitals_taken" } }]),
    );
  });

  it("calls nobody who only comes for results, and closes the visit once they have them", async () => {
    const visitor = { ...young, purpose: "results" as const };
    const { hand, sent } = show([
      reply(listVisits, [visitor, senior]),
      reply(callNext, { ...senior, state: "with_doctor" }),
      reply(moveVisit, { ...visitor, state: "done" }),
    ]);
    const visitors = await group("Visitors");
    expect(visitors.getByText(/results only/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: `Vitals ${young.patientName}` })).toBeNull();
    expect((await group("Up next")).getByText(senior.patientName)).toBeTruthy();
    await hand.keyboard("l");
    await waitFor(() => expect(sent(callNext)).toHaveLength(1));
    await hand.click(visitors.getByRole("button", { name: `Results Given ${young.patientName}` }));
    await waitFor(() => expect(sent(moveVisit)).toMatchObject([{ body: { state: "done" } }]));
  });

  it("asks before it calls somebody without vital signs, and offers the next who has them", async () => {
    const { hand, sent } = show([
      reply(listVisits, [young, senior]),
      reply(moveVisit, { ...senior, state: "with_doctor" }),
    ]);
    await group("Waiting");
    await hand.keyboard("l");
    expect(await screen.findByRole("alertdialog", { name: "Number 19 has no vital signs yet" })).toBeTruthy();
    expect(sent(callNext)).toHaveLength(0);
    await hand.click(screen.getByRole("button", { name: "Call Number 12" }));
    await waitFor(() =>
      expect(sent(moveVisit)).toMatchObject([{ params: { id: "12" }, body: { state: "with_doctor" } }]),
    );
  });

  it("has one main action for each state", async () => {
    const { hand, sent, onVitals, onPay } = show([reply(moveVisit, { ...paying, state: "done" })]);
    await hand.click((await rowOf(young)).getByRole("button", { name: /^Vitals/ }));
    expect(onVitals).toHaveBeenCalledExactlyOnceWith(101);
    expect((await rowOf(senior)).getByRole("button", { name: /^Call/ })).toBeTruthy();
    expect((await rowOf(called)).getByRole("button", { name: /^For Payment/ })).toBeTruthy();
    await hand.click((await rowOf(paying)).getByRole("button", { name: /^Take Payment/ }));
    expect(onPay).toHaveBeenCalledExactlyOnceWith(paying.patientId);
    await hand.click((await rowOf(paying)).getByRole("button", { name: /^Done/ }));
    await waitFor(() =>
      expect(sent(moveVisit)).toMatchObject([{ body: { state: "done", from: "for_payment" } }]),
    );
  });

  it("opens, edits and completes the patient of a row in one press each", async () => {
    const { hand, onOpen, onEdit } = show([reply(moveVisit, { ...young, state: "done" })]);
    const row = await rowOf(young);
    expect(row.getByText("NEW")).toBeTruthy();
    await hand.click(row.getByRole("button", { name: young.patientName }));
    await hand.click(row.getByRole("button", { name: `View ${young.patientName}` }));
    expect(onOpen.mock.calls).toEqual([[young.patientId], [young.patientId]]);
    await hand.click(row.getByRole("button", { name: `Edit ${young.patientName}` }));
    expect(onEdit).toHaveBeenCalledExactlyOnceWith(young.patientId);
    await hand.click(row.getByRole("button", { name: `Done ${young.patientName}` }));
    const toast = await screen.findByText("Consultation Completed");
    expect(toast.parentElement?.textContent).toContain(
      `Patient has been moved to the patient list · ${young.patientName}`,
    );
  });

  it("flags nobody as NEW from two hours after the arrival", async () => {
    show([reply(listVisits, [{ ...young, arrivedAt: "2026-11-20T00:42:00Z" }])]);
    expect((await rowOf(young)).queryByText("NEW")).toBeNull();
  });

  it("skips the steps that the clinic has turned off", async () => {
    const { hand } = show([
      reply(clinicSettings, exampleSettings({ queueHasVitals: false, queueHasPayment: false })),
    ]);
    expect(await (await rowOf(young)).findByRole("button", { name: /^Call/ })).toBeTruthy();
    expect((await rowOf(called)).getByRole("button", { name: /^Done/ })).toBeTruthy();
    await hand.click((await rowOf(young)).getByRole("button", { name: /^Actions/ }));
    const offered = (await screen.findAllByRole("menuitemradio")).map((item) => item.textContent);
    expect(offered.slice(0, 5)).toEqual(["Arrived", "With doctor", "Done", "Cancelled", "Went home"]);
  });

  it("lists State, Priority and Correct in this order in every row, with a tick at what is", async () => {
    const { hand } = show();
    await hand.click((await rowOf(senior)).getByRole("button", { name: /^Actions/ }));
    const menu = within(await screen.findByRole("menu"));
    expect(menu.getAllByText(/^(State|Priority|Correct)$/).map((title) => title.textContent)).toEqual([
      "State",
      "Priority",
      "Correct",
    ]);
    expect(menu.getAllByRole("menuitemradio", { checked: true }).map((item) => item.textContent)).toEqual([
      "Vitals taken",
      "Senior",
    ]);
  });

  it("shows what someone else changed meanwhile, and refetches the queue", async () => {
    const message = "Someone else has changed this visit to Left. Check it and try again.";
    const { hand, sent } = show([refuse(moveVisit, "taken", message)]);
    await hand.click((await rowOf(called)).getByRole("button", { name: /^For Payment/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(sent(listVisits)).toHaveLength(2));
  });

  it("offers the payment of a moved visit while other parts are still refetched", async () => {
    const moved = { ...called, state: "for_payment" as const, forPaymentAt: now.toISOString() };
    const { hand, answer, onPay } = show([reply(moveVisit, moved)]);
    const forPayment = (await rowOf(called)).getByRole("button", { name: /^For Payment/ });
    answer(reply(listVisits, [moved, senior]));
    answer({ endpoint: unfinishedVisits, respond: () => new Promise<Response>(() => {}) });
    await hand.click(forPayment);
    const row = within(
      (await group("For payment")).getByText(called.patientName).closest("li") as HTMLElement,
    );
    await hand.click(row.getByRole("button", { name: /^Take Payment/ }));
    expect(onPay).toHaveBeenCalledExactlyOnceWith(called.patientId);
  });

  it("moves a patient before another one, and back by Undo", async () => {
    const third = aVisit({ id: 20, number: 20, patientId: 120, patientName: "Lumapas, Noel" });
    const { hand, sent, answer } = show([
      reply(listVisits, [senior, young, third]),
      reply(moveInQueue, { ...third, isMoved: true }),
    ]);
    await hand.click((await rowOf(third)).getByRole("button", { name: /^Actions/ }));
    expect(screen.queryByRole("menuitem", { name: "Move Down" })).toBeNull();
    answer(reply(listVisits, [senior, { ...third, isMoved: true }, young]));
    await hand.click(await screen.findByRole("menuitem", { name: "Move Up" }));
    expect(await (await rowOf(third)).findByText("moved")).toBeTruthy();
    await hand.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(sent(moveInQueue)).toMatchObject([
        { params: { id: "20" }, body: { before: 19 } },
        { params: { id: "20" }, body: { before: null } },
      ]),
    );
  });

  it("changes priority and reason", async () => {
    const { hand, sent } = show([reply(changeVisit, young)]);
    await hand.click((await rowOf(young)).getByRole("button", { name: /^Actions/ }));
    await hand.click(await screen.findByRole("menuitemradio", { name: "Pregnant" }));
    await waitFor(() => expect(sent(changeVisit)).toMatchObject([{ body: { priority: "pregnant" } }]));
    await hand.click((await rowOf(young)).getByRole("button", { name: /^Actions/ }));
    await hand.click(await screen.findByRole("menuitem", { name: "Reason for the visit" }));
    await hand.type(await screen.findByRole("textbox", { name: /^Reason/ }), "Prenatal");
    await hand.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(changeVisit)[1]).toMatchObject({ body: { reason: "Prenatal" } }));
  });

  it("offers no actions to users who may only view", async () => {
    show([], { user: staffWith("view_patients") });
    const row = await rowOf(paying);
    expect(row.queryByRole("button", { name: /^(Edit|Done|Take Payment)/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /Call Next|Add Walk-in/ })).toBeNull();
  });
});

describe("visitors who are not patients", () => {
  const ana = {
    id: 71,
    placeId: place.id,
    name: "Robles, Ana",
    reason: "Drug representative, Unilab",
    state: "waiting",
    arrivedAt: "2026-11-20T02:01:00Z",
  } as const;

  it("stand in a group without a number, and leave it when seen; Undo brings them back", async () => {
    const { hand, sent } = show([
      reply(listVisitors, [ana]),
      reply(changeVisitor, { ...ana, state: "seen" }),
    ]);
    const visitors = await group("Visitors");
    expect(await visitors.findByText("Drug representative, Unilab")).toBeTruthy();
    expect(visitors.getByText("since 10:01 AM")).toBeTruthy();
    await hand.click(visitors.getByRole("button", { name: "Seen Robles, Ana" }));
    await hand.click(await screen.findByRole("button", { name: "Undo" }));
    expect(sent(changeVisitor).map(({ body }) => body)).toEqual([{ state: "seen" }, { state: "waiting" }]);
  });

  it("are the queue when nobody else is here", async () => {
    show([reply(listVisits, []), reply(listVisitors, [ana])]);
    expect(await screen.findByText("Drug representative, Unilab")).toBeTruthy();
    expect(screen.queryByText("Nobody is in the queue")).toBeNull();
  });

  it("are added from Add Walk-in with the name that was typed", async () => {
    const { hand, sent } = show([reply(listPatients, []), reply(addVisitor, ana)]);
    await group("Waiting");
    await hand.keyboard("w");
    await hand.type(await screen.findByRole("searchbox"), "Robles, Ana");
    await hand.click(screen.getByRole("button", { name: "Visitor" }));
    const name = await screen.findByRole("textbox", { name: /^Name/ });
    expect(name).toHaveProperty("value", "Robles, Ana");
    await hand.type(screen.getByRole("textbox", { name: /^Reason/ }), "Drug representative, Unilab{Enter}");
    expect(await screen.findByText("Visitor added")).toBeTruthy();
    expect(sent(addVisitor)).toMatchObject([{ body: { name: ana.name, reason: ana.reason } }]);
  });

  it("are corrected from their menu", async () => {
    const { hand, sent } = show([reply(listVisitors, [ana]), reply(changeVisitor, ana)]);
    await hand.click(await screen.findByRole("button", { name: "Actions for Robles, Ana" }));
    await hand.click(await screen.findByRole("menuitem", { name: "Name or reason" }));
    await hand.type(await screen.findByRole("textbox", { name: /^Name/ }), " Maria");
    await hand.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent(changeVisitor)).toMatchObject([
        { params: { id: "71" }, body: { name: "Robles, Ana Maria", reason: ana.reason } },
      ]),
    );
  });
});

describe("Add Walk-in", () => {
  const teresita = aListedPatient({ id: 201, patientName: "Gonzaga, Rodolfo Magsaysay" });
  const here = aListedPatient({ id: 101, patientName: "Gonzaga, Liezl" });

  it("finds a patient by typing and gives the number with Enter, skipping patients in the queue", async () => {
    const { hand, sent } = show([
      reply(listPatients, [here, teresita]),
      reply(addVisit, aVisit({ id: 20, number: 20, patientId: 201, patientName: teresita.patientName })),
    ]);
    await group("Waiting");
    await hand.keyboard("w");
    await hand.type(await screen.findByRole("searchbox"), "gonz");
    expect(await screen.findByText("already in the queue")).toBeTruthy();
    await hand.keyboard("{Enter}");
    await waitFor(() => expect(sent(addVisit)).toMatchObject([{ body: { patientId: 201 } }]));
    expect(await screen.findByText("Added to the queue")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps what is typed while the dialog loads, and treats no letter of it as a shortcut", async () => {
    const { hand, sent } = show([reply(listPatients, [teresita])]);
    await group("Waiting");
    await hand.keyboard("wlgonz");
    expect(await screen.findByRole("searchbox")).toHaveProperty("value", "lgonz");
    expect(sent(callNext)).toHaveLength(0);
  });

  it("opens the record of whom name, age and sex fit exactly, and registers nobody twice", async () => {
    const { hand, sent, onOpen, registrationForm } = show([reply(listPatients, [here, teresita])]);
    await group("Waiting");
    await hand.keyboard("w");
    await hand.type(
      await screen.findByRole("searchbox"),
      `gonzaga, rodolfo magsaysay ${teresita.age}${teresita.sex}`,
    );
    const register = screen.getByRole("button", { name: /^New patient “gonzaga, rodolfo magsaysay”/ });
    await waitFor(() => expect(register).toHaveProperty("disabled", false));
    await hand.click(register);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(teresita.id);
    expect([registrationForm.mock.calls, sent(addVisit)]).toEqual([[], []]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("opens the registration form with what was typed when nobody is found", async () => {
    const { hand, registrationForm } = show([reply(listPatients, [])]);
    await group("Waiting");
    await hand.keyboard("w");
    await hand.type(await screen.findByRole("searchbox"), "Reyes, Ana 31 F");
    await screen.findByRole("button", { name: "New patient “Reyes, Ana”, 31 F" });
    await hand.keyboard("{Enter}");
    expect(await screen.findByText("The registration form")).toBeTruthy();
    expect(registrationForm.mock.lastCall?.[0].walkIn).toEqual({
      name: "Reyes, Ana",
      age: "31",
      sex: "F",
      placeId: undefined,
      appointment: null,
    });
  });
});
