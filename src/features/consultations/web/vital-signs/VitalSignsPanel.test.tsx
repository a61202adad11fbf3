import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type VitalSignReading, vitalSignReadings } from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { VitalSignsPanel } from "./VitalSignsPanel.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

let id = 0;
const taken = (recordedAt: string, measured: Partial<VitalSignReading>): VitalSignReading => ({
  ...NO_VITAL_SIGNS,
  id: ++id,
  recordedAt,
  recordedById: null,
  isPregnant: false,
  gestationDays: null,
  enteredInError: null,
  ...measured,
});

const grown = aPatientRecord({ birthday: "1959-03-04" });

function show(answers: FakeAnswer[], user = {}) {
  const onRecord = vi.fn();
  return {
    onRecord,
    ...renderScreen(<VitalSignsPanel patientId={1201} onRecord={onRecord} />, { user, answers }),
  };
}

const withReadings = (readings: VitalSignReading[], patient = grown) =>
  show([
    reply(onePatient, patient),
    reply(vitalSignReadings, readings, { "x-total-count": String(readings.length) }),
  ]);

const wrong = { at: "2026-11-20T01:30:00Z", byName: "Liza Reyes", reason: "Another patient's" };

/** The cell of a sign as text. */
const cell = async (label: string) =>
  (await screen.findByText(label, { selector: "dt" })).parentElement as HTMLElement;

it.each([
  [3.255, "0.035 kg up since Nov 19"],
  [3.22, "Unchanged since Nov 19"],
  [3.1, "0.12 kg down since Nov 19"],
])("tells a change of a newborn's weight to the gram: %d kg", async (weight, words) => {
  withReadings(
    [taken("2026-11-20T01:28:00Z", { weight }), taken("2026-11-19T01:28:00Z", { weight: 3.22 })],
    aPatientRecord({ birthday: "2026-11-12" }),
  );
  expect((await cell("Weight")).textContent).toContain(`${weight} kg${words}`);
});

describe("without readings", () => {
  it("shows an empty state with a link to Record Vitals", async () => {
    const { hand, onRecord } = withReadings([]);
    await screen.findByText("No vital signs recorded yet.");
    await hand.click(screen.getByRole("button", { name: "Record Vital Signs" }));
    expect(onRecord).toHaveBeenCalledOnce();
  });

  it("offers Record Vitals only to users who may", async () => {
    show([reply(onePatient, grown), reply(vitalSignReadings, [])], staffWith("view_reports"));
    await screen.findByText("No vital signs recorded yet.");
    expect(screen.queryByRole("button", { name: "Record Vital Signs" })).toBeNull();
  });

  it("shows an error when they fail to load, and retries", async () => {
    const { hand, answer } = show([
      reply(onePatient, grown),
      refuse(vitalSignReadings, "internal", "Something went wrong."),
    ]);
    await screen.findByText("Failed to load vital signs");
    answer(reply(vitalSignReadings, [taken("2026-11-20T01:28:00Z", { pulse: 86 })]));
    await hand.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("86");
  });
});

const year = [
  taken("2026-11-20T01:28:00Z", {
    bloodPressure: "152/92",
    pulse: 86,
    oxygenSaturation: 94,
    temperature: 37,
    weight: 69.4,
  }),
  taken("2026-10-16T01:28:00Z", { bloodPressure: "148/90", pulse: 82, weight: 67.9, respiratoryRate: 22 }),
  taken("2025-06-12T01:28:00Z", { bloodPressure: "160/94", pulse: 94, weight: 70, height: 156 }),
];

describe("with readings", () => {
  it("shows each sign's last value, its flag, and when it was measured", async () => {
    withReadings(year);
    await screen.findByText("Normal range (adult)");
    expect(screen.getByText("Nov 20, 2026, 9:28 AM")).toBeTruthy();
    expect((await cell("Blood pressure")).textContent).toContain("152/92 mmHgAbove 140/90");
    expect((await cell("Pulse")).textContent).toContain("86 bpmWithin normal range");
    expect((await cell("Oxygen saturation")).textContent).toContain("94 %Below 95");
    expect((await cell("Temperature")).textContent).toContain("37.0 °CWithin normal range");
    expect((await cell("Weight")).textContent).toContain("69.4 kg1.5 kg up since Oct 16");
  });

  it("says when a value is older than the newest set", async () => {
    withReadings(year);
    await screen.findByText("Normal range (adult)");
    expect((await cell("Respiratory rate")).textContent).toMatch(/22 \/minAbove 20Measured Oct 16/);
    expect((await cell("Pulse")).textContent).not.toContain("Measured");
  });

  it("draws each sign's readings, with a text alternative", async () => {
    withReadings(year);
    await screen.findByRole("img", {
      name: "Blood pressure: 160/94, 148/90, 152/92 mmHg, Jun 12, 2025 to Nov 20, oldest first",
    });
    // A single reading has no line.
    expect(screen.queryByRole("img", { name: /^Temperature/ })).toBeNull();
    const pressure = screen.getByRole("img", { name: /^Blood pressure/ });
    expect(pressure.querySelectorAll("circle")).toHaveLength(6);
    expect((await cell("Blood pressure")).textContent).toContain("Jun 12, 2025Nov 20");
  });

  it("has a dash where a sign was never measured", async () => {
    withReadings([taken("2026-11-20T01:28:00Z", { pulse: 86 })]);
    expect(within(await cell("Weight")).getByText("not recorded")).toBeTruthy();
    expect(screen.getByText("BMI needs weight and height")).toBeTruthy();
    expect(screen.queryByText("Systolic")).toBeNull();
  });

  it("names the scheme of an adult's BMI, with the height of an earlier visit", async () => {
    withReadings([
      taken("2026-11-20T01:28:00Z", { weight: 65 }),
      taken("2025-06-12T01:28:00Z", { height: 165 }),
    ]);
    expect(await screen.findByText("BMI 23.9, overweight (Asia-Pacific)")).toBeTruthy();
    expect(screen.getByText(/on Jun 12, 2025/)).toBeTruthy();
  });

  it("does not use an earlier height for a child, and has no adult label for one", async () => {
    const child = aPatientRecord({ birthday: "2018-06-02" });
    withReadings(
      [
        taken("2026-11-20T01:28:00Z", { weight: 24.5, pulse: 180 }),
        taken("2025-06-12T01:28:00Z", { height: 118, weight: 21 }),
      ],
      child,
    );
    // The age is known by now.
    await within(await cell("Pulse")).findByText(/^Above/);
    expect(screen.getByText("BMI needs weight and height")).toBeTruthy();
  });

  it("uses no height of childhood for an adult", async () => {
    const patient = aPatientRecord({ birthday: "2004-06-02" });
    withReadings(
      [
        taken("2026-11-20T01:28:00Z", { weight: 70, pulse: 130 }),
        taken("2016-06-12T01:28:00Z", { height: 148, weight: 40 }),
      ],
      patient,
    );
    // The age is known by now.
    await within(await cell("Pulse")).findByText("Above 100");
    expect(screen.getByText("BMI needs weight and height")).toBeTruthy();
  });

  it("has no adult label for a weight of a pregnancy", async () => {
    const mother = aPatientRecord({ sex: "F", birthday: "1994-03-10" });
    const { hand } = withReadings(
      [
        taken("2026-11-20T01:28:00Z", { weight: 71, height: 155, isPregnant: true }),
        taken("2025-06-12T01:28:00Z", { weight: 62, height: 155 }),
      ],
      mother,
    );
    expect(await screen.findByText("BMI 29.6, no adult label in pregnancy")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "All Readings" }));
    expect((await screen.findAllByText("29.6, no adult label in pregnancy")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("25.8, obese (Asia-Pacific)").length).toBeGreaterThan(0);
  });

  it("judges the blood pressure of a pregnancy by its limits, in the panel and in the list", async () => {
    const mother = aPatientRecord({ sex: "F", birthday: "1994-03-10" });
    const { hand } = withReadings(
      [
        taken("2026-11-20T01:28:00Z", { bloodPressure: "162/100", isPregnant: true, gestationDays: 210 }),
        taken("2025-06-12T01:28:00Z", { bloodPressure: "162/100" }),
      ],
      mother,
    );
    await within(await cell("Blood pressure")).findByText("160/110 or above");
    await hand.click(screen.getByRole("button", { name: "All Readings" }));
    const list = within(await screen.findByRole("dialog"));
    expect((await list.findAllByText("160/110 or above")).length).toBeGreaterThan(0);
    expect(list.getAllByText("Above 140/90").length).toBeGreaterThan(0);
  });

  it("judges each visit by the age at that visit", async () => {
    // Five months old at the first, thirteen at the second: 105 is low for the first and normal for the second.
    const infant = aPatientRecord({ birthday: "2025-10-10", age: null });
    withReadings(
      [taken("2026-11-20T01:28:00Z", { pulse: 105 }), taken("2026-03-20T01:28:00Z", { pulse: 105 })],
      infant,
    );
    await screen.findByText("Normal range (for the age at each visit)");
    const pulse = await cell("Pulse");
    expect(pulse.textContent).toContain("Within normal range");
    expect(pulse.querySelectorAll("rect")).toHaveLength(2);
  });

  it("flags nothing and draws no band while the age is unknown", async () => {
    withReadings(
      [taken("2026-11-20T01:28:00Z", { pulse: 150 })],
      aPatientRecord({ birthday: null, age: null }),
    );
    await screen.findByText("Enter the age to see out-of-range values");
    expect((await cell("Pulse")).querySelector("rect")).toBeNull();
    expect(screen.queryByText(/Above/)).toBeNull();
  });

  it("uses none that were entered in error", async () => {
    withReadings([
      taken("2026-11-20T01:28:00Z", { weight: 96, height: 265, pulse: 86, enteredInError: wrong }),
      ...year,
    ]);
    expect((await cell("Weight")).textContent).toContain("69.4 kg1.5 kg up since Oct 16");
    expect(screen.queryByText(/265 cm/)).toBeNull();
    expect(screen.getByText(/156 cm/)).toBeTruthy();
  });

  it("says when all were entered in error, and lists them", async () => {
    const { hand } = withReadings([
      taken("2026-11-20T01:28:00Z", { weight: 96, height: 165, enteredInError: wrong }),
    ]);
    await screen.findByText("No vital signs to use.");
    expect(screen.getByRole("button", { name: "Record Vital Signs" })).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "All Readings" }));
    const table = within(await screen.findByRole("table", { name: "All readings of vital signs" }));
    expect(
      table.getByText("Entered in error (Nov 20, 2026, 9:30 AM by Liza Reyes): Another patient's"),
    ).toBeTruthy();
    expect(table.getByText("96").tagName).toBe("S");
    expect(table.queryByText(/obese/)).toBeNull();
  });

  it("lists all of them in a table, values with their flags", async () => {
    const { hand } = withReadings(year);
    await hand.click(await screen.findByRole("button", { name: "All Readings" }));
    const table = within(await screen.findByRole("table", { name: "All readings of vital signs" }));
    const rows = table.getAllByRole("row").map((row) => row.textContent);
    expect(rows[0]).toContain("Blood pressure, mmHg");
    expect(rows[1]).toContain("152/92Above 140/90");
    expect(rows).toHaveLength(4);
    expect(rows[3]).toContain("28.8, obese (Asia-Pacific)");
    expect(screen.getByText("Showing 3 of 3")).toBeTruthy();
    expect(screen.getByText(/pulse up to 100 \(American Heart Association\)/)).toBeTruthy();
  });
});

describe("entered in error", () => {
  const listed = async (readings: VitalSignReading[], answers: FakeAnswer[] = []) => {
    const screenOf = show([reply(onePatient, grown), reply(vitalSignReadings, readings), ...answers]);
    await screenOf.hand.click(await screen.findByRole("button", { name: "All Readings" }));
    return screenOf;
  };
  const [first] = year as [VitalSignReading];
  const choose = async (hand: ReturnType<typeof show>["hand"], name: string) => {
    const label = "Actions for the vital signs of Nov 20, 2026, 9:28 AM";
    await hand.click(await screen.findByRole("button", { name: label }));
    await hand.click(await screen.findByRole("menuitem", { name }));
  };

  it("asks for a reason, marks the set, and takes it back with Undo", async () => {
    const { hand, sent } = await listed(year, [reply(markVitalSigns, { ...first, enteredInError: wrong })]);
    await choose(hand, "Entered in Error…");
    const dialog = within(await screen.findByRole("dialog", { name: "Entered in Error" }));
    expect(dialog.getByText(/^BP 152\/92, T 37 °C.*taken Nov 20, 2026, 9:28 AM/)).toBeTruthy();
    await hand.click(dialog.getByRole("button", { name: "Mark as Entered in Error" }));
    await dialog.findByText("Say what is wrong");
    await hand.type(dialog.getByLabelText(/^Reason/), "Another patient's{Enter}");
    await screen.findByText("Vital signs marked as entered in error");
    const params = { id: "1201", readingId: String(first.id) };
    expect(sent(markVitalSigns)).toMatchObject([
      { params, body: { state: "entered_in_error", reason: "Another patient's" } },
    ]);
    expect(screen.queryByRole("dialog", { name: "Entered in Error" })).toBeNull();
    screen.getByRole("button", { name: "Undo" }).click();
    await screen.findByText("Vital signs are used again");
    expect(sent(markVitalSigns).at(-1)).toMatchObject({ params, body: { state: "final" } });
  });

  it.each([
    [7, true],
    [8, false],
    [null, false],
  ])("recorded by user %s is offered to user 7 of the staff: %s", async (recordedById, isOffered) => {
    const staff = { ...staffWith("view_patients"), id: 7 };
    const { hand } = show(
      [
        reply(onePatient, grown),
        reply(vitalSignReadings, [{ ...first, recordedById }], { "x-total-count": "1" }),
      ],
      staff,
    );
    await hand.click(await screen.findByRole("button", { name: "All Readings" }));
    await within(await screen.findByRole("dialog", { name: "Vital Signs" })).findAllByText(/9:28 AM/);
    const buttons = screen.queryAllByRole("button", { name: /^Actions for the vital signs/ });
    expect(buttons.length > 0).toBe(isOffered);
  });

  it("is used again on request", async () => {
    const { hand, sent } = await listed(
      [{ ...first, enteredInError: wrong }],
      [reply(markVitalSigns, first)],
    );
    await choose(hand, "Use Again");
    await screen.findByText("Vital signs are used again");
    expect(sent(markVitalSigns)).toMatchObject([{ body: { state: "final" } }]);
  });
});
