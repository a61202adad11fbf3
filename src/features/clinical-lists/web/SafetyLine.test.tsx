import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { emptySummary, loseConnection, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { SafetyLine } from "./SafetyLine.tsx";

const show = (head: Partial<Summary> | null) =>
  renderScreen(<SafetyLine patientId={1201} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      head === null ? loseConnection(summary) : reply(summary, { ...emptySummary, ...head }),
    ],
  });
const line = async () => (await screen.findByRole("region", { name: "At a glance" })).textContent;

const vital = (sign: "bloodPressure" | "pulse", value: string | number, level: "ok" | "amber" | "red") => ({
  sign,
  value,
  recordedAt: "2026-11-20T02:00:00Z",
  flag: { level, text: level === "ok" ? "Within" : "Above" },
  was: null,
});

test("tells the worst value, pregnancy and what came back; the strip opens below", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  const { hand } = show({
    vitals: [vital("bloodPressure", "190/100", "red"), vital("pulse", 104, "amber")],
    pregnancy: { id: 1, lmp: null, dueOn: "2027-03-12", datedBy: "lmp", score: "G1P0" },
    pending: [{ kind: "result", label: "Creatinine 128 high", since: "2026-11-19T00:00:00Z" }],
  });
  expect(await line()).toMatch(
    /^Allergies: not recordedPregnant, 24 weeks.*BP 190\/100 Above.*Back Creatinine/,
  );
  expect(await line()).not.toContain("Pulse");
  await hand.click(screen.getByRole("button", { name: "Show all" }));
  const strip = screen.getByRole("region", { name: "At a glance" });
  expect(within(strip).getByRole("region", { name: "Vitals" }).textContent).toContain("Pulse 104");
  expect(screen.getByRole("button", { name: "Show less" }).getAttribute("aria-expanded")).toBe("true");
  vi.useRealTimers();
});

test("a summary that cannot be loaded is no absence of allergies", async () => {
  show(null);
  expect((await screen.findByRole("alert")).textContent).toContain("could not be loaded");
});
