import { describe, expect, test } from "vitest";
import { addMonths, coursesOf, type GivenDose, scheduleOf, spanText } from "./due.ts";
import { countsAs, scheduledName } from "./schedule.ts";

const child = { birthday: "2025-09-22", sex: "F" };
const today = "2026-11-24";
const rowOf = (vaccine: string, dose: number, given: readonly GivenDose[], on = today, of = child) =>
  scheduleOf(of, given, on).find((row) => row.vaccine === vaccine && row.dose === dose);

test("months are counted by the calendar", () => {
  expect(addMonths("2025-09-22", 12)).toBe("2026-09-22");
  expect(addMonths("2025-08-31", 6)).toBe("2026-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect([0, 1, 13, 14, 63, 800].map(spanText)).toEqual([
    "0 days",
    "1 day",
    "13 days",
    "2 weeks",
    "2 months",
    "2 years",
  ]);
});

describe("the schedule of a child of 14 months", () => {
  test("a dose is overdue four weeks after its due day, with the time since", () => {
    const given = [{ vaccine: "MMR", dose: 1, date: "2026-06-24" }];
    expect(rowOf("MMR", 2, given)).toMatchObject({
      status: "overdue",
      from: "2026-09-22",
      words: "Overdue, 2 months",
    });
    expect(rowOf("MMR", 2, given, "2026-10-20")).toMatchObject({ status: "due", words: "Due now" });
    expect(rowOf("MMR", 2, given, "2026-09-21")).toMatchObject({
      status: "later",
      words: "Due Sep 22, 2026",
    });
  });

  test("the next dose waits for the one before it and its interval", () => {
    expect(rowOf("MMR", 2, [])).toMatchObject({
      status: "later",
      words: "After dose 1",
      note: "At least 4 weeks later",
    });
    expect(rowOf("MMR", 1, [])).toMatchObject({
      status: "overdue",
      note: "Next dose at least 4 weeks later",
    });
    expect(rowOf("MMR", 2, [{ vaccine: "MMR", dose: 1, date: "2026-11-10" }])).toMatchObject({
      status: "later",
      from: "2026-12-08",
    });
  });

  test("a combined vaccine counts as each of its parts, by their ages, and as the next dose if one is taken", () => {
    const hexavalent = ["2025-11-03", "2025-12-01", "2026-01-05"].map((date, index) => ({
      vaccine: "Hexavalent",
      dose: index + 1,
      date,
    }));
    for (const [vaccine, dose] of [
      ["Pentavalent", 3],
      ["IPV", 1],
      ["IPV", 2],
    ] as const)
      expect(rowOf(vaccine, dose, hexavalent)).toMatchObject({ status: "given", note: null });
    expect(rowOf("IPV", 1, [{ vaccine: "IPV", dose: 1, date: "2025-11-03" }])?.note).toContain(
      "may not count",
    );
    const measles = [
      { vaccine: "MMR", dose: 1, date: "2026-06-24" },
      { vaccine: "MMRV", dose: 1, date: "2026-10-01" },
    ];
    expect(rowOf("MMR", 2, measles)).toMatchObject({ status: "given", words: "Given Oct 1, 2026" });
    expect(rowOf("Varicella", 1, measles)).toMatchObject({ status: "given" });
  });

  test("a private dose is due but never overdue; one past its age is no longer given", () => {
    expect(rowOf("Varicella", 1, [])).toMatchObject({ status: "due", program: "private" });
    expect(rowOf("Rotavirus", 1, [])).toMatchObject({ status: "past" });
    expect(rowOf("Hepatitis B", 1, [])).toMatchObject({ status: "past" });
  });

  test("a dose before its earliest day is reported, with four days of grace", () => {
    const second = (date: string) =>
      rowOf("MMR", 2, [
        { vaccine: "MMR", dose: 1, date: "2026-09-10" },
        { vaccine: "MMR", dose: 2, date },
      ]);
    expect(second("2026-10-04")?.note).toBeNull();
    expect(second("2026-10-03")?.note).toBe("Given 5 days before its earliest day; may not count");
  });

  test("HPV is for girls, and nothing is expected before birth", () => {
    expect(rowOf("HPV", 1, [], today, { ...child, sex: "M" })).toBeUndefined();
    expect(rowOf("HPV", 1, [])).toMatchObject({ status: "later", from: "2034-09-22" });
    expect(scheduleOf({ birthday: "2027-01-01", sex: "F" }, [], today)).toEqual([]);
  });
});

test("combined vaccines and other names count", () => {
  expect(scheduledName(" Hepa  B ")).toBe("Hepatitis B");
  expect(scheduledName("Influenza")).toBeNull();
  expect(countsAs("Hexavalent", "IPV")).toBe(true);
  expect(countsAs("Hexavalent", "PCV")).toBe(false);
  expect(countsAs("penta", "Pentavalent")).toBe(true);
});

test("a rabies course counts its days from the latest first dose", () => {
  const dose = (number: number, date: string) => ({ vaccine: "Rabies PEP", dose: number, date });
  const rows = coursesOf([dose(1, "2024-01-01"), dose(1, "2026-11-17"), dose(2, "2026-11-20")], today);
  expect(rows.map(({ dose: number, words }) => `${number} ${words}`)).toEqual([
    "2 Given Nov 20, 2026",
    "3 Due today",
    "4 Due Dec 1, 2026",
    "5 Due Dec 15, 2026",
  ]);
  expect(coursesOf([dose(1, "2026-11-10")], today)[0]).toMatchObject({
    status: "overdue",
    words: "Overdue, 11 days",
  });
  expect(coursesOf([], today)).toEqual([]);
});
