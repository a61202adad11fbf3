import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Consultation } from "#features/consultations/contract.ts";
import { type TimelineVisit, visitTimeline } from "#features/timeline/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { PrintedWhole } from "#web/printing/print-whole.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { dengue, pageOf, visitWith, vitalsAlone } from "./testing-timeline.ts";
import { VisitTimeline } from "./VisitTimeline.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T02:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const show = (visits: TimelineVisit[], more: { hasLinks?: boolean; isPrinted?: boolean } = {}) => {
  const opens = {
    prescription: vi.fn(),
    paper: vi.fn(),
    result: vi.fn(),
    bill: vi.fn(),
    appointment: vi.fn(),
  };
  const ui = (
    <PrintedWhole value={more.isPrinted ?? false}>
      <VisitTimeline
        patientId={1201}
        detail={({ consultation, desk, onClose }) => (
          <button type="button" onClick={onClose}>
            entry {consultation.id} with {desk.map(({ id }) => id).join()}
          </button>
        )}
        offer={({ diagnosis }) => <p>Add {diagnosis} to the problems</p>}
        {...(more.hasLinks !== false && { opens })}
      />
    </PrintedWhole>
  );
  return { opens, ...renderScreen(ui, { answers: [reply(visitTimeline, pageOf(...visits))] }) };
};

const hypertension: Consultation = {
  ...dengue,
  id: 41,
  createdAt: "2026-10-24T01:30:00Z",
  diagnosis: "Essential hypertension, not at goal",
  diagnoses: [
    { words: "Essential hypertension", code: "I10" },
    { words: "Type 2 diabetes", code: "E11.9" },
  ],
  chiefComplaint: "Refill; no complaints",
  vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "150/90", pulse: 84 },
  physicalExamination: "Lungs clear, no edema",
  treatment: "- losartan 50 mg once a day\n\nlow salt, BP diary",
  medications: "low salt, BP diary\natorvastatin 20 mg at bedtime",
  followUpDate: "2026-11-28",
};
const full = visitWith(hypertension, {
  flags: [{ sign: "bloodPressure", level: "amber", text: "Above 140/90" }],
  prescriptions: [
    { id: 51, status: "final", isConfidential: false, medicines: 3 },
    { id: 52, status: "withdrawn", isConfidential: true, medicines: 1 },
  ],
  papers: [
    {
      id: 61,
      kind: "laboratory_request",
      title: "Laboratory Request",
      number: "2026-00118",
      state: "final",
      isConfidential: false,
      out: ["HbA1c", "Urinalysis", "Lipid profile", "TSH", "FT4"],
    },
    {
      id: 62,
      kind: "medical_certificate",
      title: "Medical Certificate",
      number: "2026-00311",
      state: "prepared",
      isConfidential: false,
      out: [],
    },
  ],
  results: [
    {
      id: 71,
      panelName: "Chemistry",
      isConfidential: false,
      day: "2026-11-26",
      named: [{ analyte: "creatinine", name: "Creatinine", value: "128", unit: "µmol/L", flag: "H" }],
      others: 4,
    },
    { id: 72, panelName: "Electrolytes", isConfidential: false, day: "2026-11-26", named: [], others: 4 },
  ],
  bills: [
    {
      id: 81,
      number: "2026-01184",
      due: "640.00",
      state: "paid",
      isOverdue: false,
      patientBalance: "0.00",
      hmoBalance: "0.00",
    },
  ],
  followUps: [{ visitId: 91, startsAt: "2026-11-28T01:00:00Z", state: "booked" }],
});

it("reads a visit in the margin's order: came for, found with flags in words, plan line by line", async () => {
  show([full]);
  const visit = within(await screen.findByRole("article", { name: /^Essential hypertension, not at goal/ }));
  expect(visit.getByRole("time").textContent).toBe("Oct 24, 20265 weeks ago");
  expect(visit.getByRole("heading").textContent).toContain("I10 · E11.9");
  const margin = visit
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll("\u00a0", " ")]);
  expect(margin).toEqual([
    ["Came for", "Refill; no complaints"],
    ["Found", "BP 150/90 above 140/90, pulse 84. Lungs clear, no edema"],
    [
      "Plan",
      "losartan 50 mg once a daylow salt, BP diaryatorvastatin 20 mg at bedtimeFollow-up Nov 28, 2026",
    ],
  ]);
  expect(visit.getByText("Add Essential hypertension, not at goal to the problems")).toBeTruthy();
});

it("shows what came of it, each with its state, and opens it", async () => {
  const { hand, opens } = show([full]);
  const list = within(await screen.findByRole("list", { name: "What came of it" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Prescription3 medicines",
    "Prescription Confidentialwithdrawn",
    "Laboratory Request2026-00118",
    "Medical Certificateawaiting release",
    "Creatinine 128 µmol/L highback Nov 26",
    "Electrolytes: 4 values, none flaggedback Nov 26",
    "HbA1cnot back yet",
    "Urinalysisnot back yet",
    "Lipid profilenot back yet",
    "2 more testsnot back yet",
    "₱640.00Paid",
    "Follow-up Nov 28, 2026booked, 9:00 AM",
  ]);
  for (const [name, kind, id] of [
    [/3 medicines/, "prescription", 51],
    [/2026-00118/, "paper", 61],
    [/Creatinine/, "result", 71],
    [/HbA1c/, "paper", 61],
    [/640/, "bill", 81],
    [/Follow-up/, "appointment", 91],
  ] as const) {
    await hand.click(list.getByRole("button", { name }));
    expect(opens[kind], kind).toHaveBeenLastCalledWith(id);
  }
});

it("shows lines that open nothing as text", async () => {
  show([full], { hasLinks: false });
  const list = within(await screen.findByRole("list", { name: "What came of it" }));
  expect(list.queryByRole("button")).toBeNull();
});

it("washes today's open visit, with who was told, and what stands instead of the first consultation", async () => {
  const open = visitWith(null, {
    day: "2026-11-28",
    queue: { id: 9, state: "with_doctor", purpose: "consultation", isOpen: true },
    cameFor: { words: "Headache at the nape since Thursday; refill", recordedBy: "Marites Bañez" },
  });
  show([open]);
  const visit = await screen.findByRole("article", { name: "With doctor, nothing written yet" });
  expect(visit.className).toContain("spine");
  expect(within(visit).getByRole("time").textContent).toBe("TodayNov 28");
  expect(within(visit).getByText("Came for").nextElementSibling?.textContent).toBe(
    "Headache at the nape since Thursday; refill told to Marites Bañez",
  );
  expect(within(visit).queryByRole("button")).toBeNull();
  expect(screen.getByText("No consultation records found for this patient.")).toBeTruthy();
  expect(screen.getByText("Today's visit becomes the first one when you write it.")).toBeTruthy();
});

it("opens the vital signs that wait for the doctor", async () => {
  const first = { ...vitalsAlone, id: 28 };
  const { hand } = show([
    visitWith(null, {
      desk: [vitalsAlone, first],
      queue: { id: 9, state: "vitals_taken", purpose: "consultation", isOpen: true },
    }),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^View More/ }));
  await hand.click(await screen.findByRole("button", { name: "entry 30 with 28" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^entry/ })).toBeNull());
});

it("keeps a visit in error struck through, with why, who and when, and offers nothing of it", async () => {
  const enteredInError = {
    at: "2026-08-02T02:14:00Z",
    byName: "Rafael Peñaflor",
    reason: "Another patient's visit",
  };
  show([visitWith({ ...hypertension, enteredInError })]);
  const visit = within(await screen.findByRole("article", { name: /^Essential hypertension/ }));
  expect(visit.getByRole("heading").className).toContain("line-through");
  expect(
    visit.getByText(/^Another patient's visit\. Rafael Peñaflor, Aug 2, 2026, 10:14 AM$/, {
      normalizer: (text) => text.replace("Entered in Error", "").trim(),
    }),
  ).toBeTruthy();
  expect(visit.queryByText("Plan")).toBeNull();
  expect(screen.queryByText(/to the problems/)).toBeNull();
  expect(visit.getByRole("button", { name: "View More of Oct 24, 2026" })).toBeTruthy();
});

it("names visits without a note by what is known of them", async () => {
  const queue = { id: 1, purpose: "consultation", isOpen: false } as const;
  show([
    visitWith(null, { queue: { ...queue, state: "done", purpose: "results" } }),
    visitWith(null, { day: "2026-11-19", queue: { ...queue, id: 2, state: "left" } }),
    visitWith(vitalsAlone),
    visitWith({ ...dengue, diagnosis: null, isConfidential: true }),
  ]);
  await screen.findByRole("article", { name: "Came for results" });
  const names = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent?.trim());
  expect(names).toEqual([
    "Came for results",
    "Went home, nothing written",
    "Vital signs recorded Vitals",
    "No diagnosis General Confidential",
  ]);
});

it("shows a long plan in part, and addenda with their authors", async () => {
  const treatment = Array.from({ length: 9 }, (_, index) => `Line ${index + 1}`).join("\n");
  const added = {
    id: 71,
    text: "Platelets 92, by phone.",
    authorName: "Marites Bañez",
    isOwn: false,
    enteredInError: null,
    createdAt: "2026-11-20T05:00:00Z",
  };
  show([visitWith({ ...dengue, treatment, medications: null, followUpDate: null, addenda: [added] })]);
  expect(await screen.findByText("Line 6")).toBeTruthy();
  expect(screen.queryByText("Line 7")).toBeNull();
  expect(screen.getByText("3 more lines")).toBeTruthy();
  expect(screen.getByText("Added").nextElementSibling?.textContent).toBe(
    "Platelets 92, by phone.Marites Bañez, Nov 20, 2026, 1:00 PM",
  );
});

it("prints a visit with all that View More has, and names all that came of it", async () => {
  const treatment = Array.from({ length: 9 }, (_, index) => `Line ${index + 1}`).join("\n");
  show([visitWith({ ...dengue, treatment, notes: "Lives far away" }, { papers: full.papers })], {
    isPrinted: true,
  });
  expect(await screen.findByText("Line 9")).toBeTruthy();
  expect(screen.queryByText(/more line/)).toBeNull();
  const margin = screen
    .getAllByRole("term")
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(margin).toContain("Illness: Fever four days ago");
  expect(margin).toContain("Notes: Lives far away");
  expect(margin).toContain("ID: 31");
  expect(screen.getByText("FT4")).toBeTruthy();
});

it("says that nobody came yet", async () => {
  show([]);
  expect(await screen.findByText("No consultation records found for this patient.")).toBeTruthy();
});

it("says that it could not be loaded, and tries again", async () => {
  const { hand, answer } = renderScreen(<VisitTimeline patientId={1201} detail={() => null} />, {
    answers: [refuse(visitTimeline, "internal", "")],
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load consultations");
  answer(reply(visitTimeline, pageOf(full)));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("article")).toBeTruthy();
});
