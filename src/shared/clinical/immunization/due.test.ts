import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#shared/formats/dates.ts";
import { addMonths, coursesOf, type GivenDose, nextDose, noteOf, scheduleOf } from "./due.ts";
import { countsAs, doseInName, isOutsideSchedule, otherVaccines, scheduledName } from "./schedule.ts";

const child = { birthday: "2025-09-22", sex: "F" };
const today = "2026-11-24";
const rowOf = (vaccine: string, dose: number, given: readonly GivenDose[], on = today, of = child) =>
  scheduleOf(of, given, on).find((row) => row.vaccine === vaccine && row.dose === dose);

test("months are counted by the calendar", () => {
  expect(addMonths("2025-09-22", 12)).toBe("2026-09-22");
  expect(addMonths("2025-08-31", 6)).toBe("2026-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
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
      "before its earliest day",
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
    expect(second("2026-10-03")).toMatchObject({
      status: "due",
      from: "2026-10-31",
      words: "Due now",
      note: "Given 5 days before its earliest day; to be repeated",
    });
  });

  test("an early dose counts once repeated, and is left to the doctor once the next one is given", () => {
    const early = { vaccine: "Pentavalent", dose: 1, date: "2025-10-20" };
    const penta = (dose: number, date: string) => ({ vaccine: "Pentavalent", dose, date });
    expect(rowOf("Pentavalent", 1, [early])).toMatchObject({ status: "overdue", from: "2025-11-17" });
    expect(rowOf("Pentavalent", 2, [early])).toMatchObject({ status: "later", words: "After dose 1" });
    const repeated = [early, penta(1, "2025-11-20")];
    expect(rowOf("Pentavalent", 1, repeated)).toMatchObject({
      status: "given",
      note: null,
      replaced: [early],
    });
    // Repeated too soon.
    expect(rowOf("Pentavalent", 1, [early, penta(1, "2025-11-08")])).toMatchObject({
      status: "overdue",
      from: "2025-12-06",
    });
    expect(rowOf("Pentavalent", 2, repeated)).toMatchObject({ from: "2025-12-18" });
    expect(rowOf("Pentavalent", 1, [early, penta(2, "2025-12-10")])).toMatchObject({
      status: "given",
      note: "Given 2 weeks before its earliest day; may not count",
    });
  });

  test("a missing dose is due an interval after the later one, and the others wait for it", () => {
    const second = [{ vaccine: "OPV", dose: 2, date: "2026-11-14" }];
    expect(rowOf("OPV", 1, second)).toMatchObject({ status: "later", words: "Due Dec 12, 2026" });
    expect(rowOf("OPV", 3, second)).toMatchObject({ status: "later", words: "After dose 1" });
    const both = [...second, { vaccine: "OPV", dose: 1, date: "2026-12-12" }];
    expect(rowOf("OPV", 3, both, "2026-12-20")).toMatchObject({ words: "Due Jan 9, 2027" });
  });

  test("of merged records, the first doses of two days are two doses, of one day one", () => {
    const mmr = (date: string) => ({ vaccine: "MMR", dose: 1, date });
    expect(rowOf("MMR", 2, [mmr("2026-08-01"), mmr("2026-06-25")])).toMatchObject({
      status: "given",
      words: "Given Aug 1, 2026",
      note: "Recorded as dose 1; check that it is another one",
    });
    expect(rowOf("MMR", 2, [mmr("2026-06-25"), mmr("2026-06-25")])).toMatchObject({ status: "overdue" });
  });

  test("numbers that run against the dates are put in the order of the dates", () => {
    const penta = ["2026-05-04", "2026-04-27", "2026-04-20"].map((date, index) => ({
      vaccine: "Pentavalent",
      dose: index + 1,
      date,
    }));
    expect(rowOf("Pentavalent", 1, penta)).toMatchObject({
      status: "given",
      from: "2026-04-20",
      note: "Recorded as dose 3; check that it is another one",
    });
    expect(rowOf("Pentavalent", 2, penta)?.note).toBe("Given 3 weeks before its earliest day; may not count");
    expect(rowOf("Pentavalent", 3, penta)).toMatchObject({ status: "overdue", from: "2026-06-01" });
  });

  test.each([
    ["Pentavalent", 2, "10 weeks", "2025-11-27", "2025-11-26"],
    ["PCV", 3, "14 weeks", "2025-12-25", "2025-12-24"],
    ["Hexavalent", 1, "6 weeks", "2025-10-30", "2025-10-29"],
    ["Rotavirus", 2, "10 weeks", "2025-11-27", "2025-11-26"],
    ["Varicella", 2, "15 months", "2026-12-18", "2026-12-17"],
  ])("%s %d counts from %s less four days on", (vaccine, dose, _age, first, before) => {
    const on = (date: string) => {
      const given = [{ vaccine, dose, date }];
      return rowOf(vaccine === "Hexavalent" ? "Pentavalent" : vaccine, dose, given, "2026-12-31");
    };
    expect(on(first)?.note).toBeNull();
    expect(on(before)?.note).toContain("before its earliest day");
  });

  test("what is counted without a note is never younger or sooner than the minimum", () => {
    const minimums: Record<string, number[]> = {
      Pentavalent: [42, 70, 98],
      OPV: [42, 70, 98],
      PCV: [42, 70, 98],
    };
    const doses = fc.array(
      fc.record({
        vaccine: fc.constantFrom("Pentavalent", "OPV", "PCV", "Hexavalent", "bOPV", "Penta"),
        dose: fc.integer({ min: 1, max: 3 }),
        date: fc.integer({ min: 0, max: 400 }).map((days) => addDays(child.birthday, days)),
      }),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(doses, (given) => {
        const schedule = scheduleOf(child, given, today);
        for (const [vaccine, ages] of Object.entries(minimums)) {
          const counted = ages.flatMap((_, index) => {
            const row = schedule.find((each) => each.vaccine === vaccine && each.dose === index + 1);
            const isSound = row?.status === "given" && !row.note?.includes("before its earliest day");
            return isSound && row.given ? [{ number: index + 1, date: row.given.date }] : [];
          });
          for (const [index, { number, date }] of counted.entries()) {
            const age = (Date.parse(date) - Date.parse(child.birthday)) / 86_400_000;
            expect(age).toBeGreaterThanOrEqual((ages[number - 1] ?? 0) - 4);
            const before = counted[index - 1];
            if (before) expect(addDays(before.date, 24) <= date).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a dose that no row counts says so, and one of another vaccine does not", () => {
    const dose = (id: number, vaccine: string, number = 1) => ({
      id,
      vaccine,
      dose: number,
      date: "2026-06-24",
    });
    const given = [dose(1, "Typhim V1"), dose(2, "Influenza"), dose(3, "MCV 1"), dose(4, "Pentavalent", 4)];
    const rows = scheduleOf(child, given, today);
    expect(given.map((one) => noteOf(one, rows))).toEqual([
      "Not counted in the schedule",
      null,
      null,
      "Not counted in the schedule",
    ]);
    // A grown patient has no schedule.
    expect(noteOf(dose(1, "Typhim V1"), [])).toBeNull();
  });

  test("a second dose counts by its interval, also before the usual age", () => {
    const varicella = [
      { vaccine: "Varicella", dose: 1, date: "2025-03-10" },
      { vaccine: "Varicella", dose: 2, date: "2025-06-20" },
    ];
    expect(rowOf("Varicella", 2, varicella, today, { birthday: "2024-02-01", sex: "M" })).toMatchObject({
      status: "given",
      note: null,
    });
  });

  const given = (vaccine: string, ...dates: string[]) =>
    dates.map((date, index) => ({ vaccine, dose: index + 1, date }));

  test("HPV counts five months after the first dose; before, a third one is due twelve weeks later", () => {
    const girl = { birthday: "2016-01-01", sex: "F" };
    const second = (...dates: string[]) => rowOf("HPV", 2, given("HPV", "2026-01-10", ...dates), today, girl);
    expect(second()).toMatchObject({ status: "overdue", from: "2026-07-09" });
    // Five months less four days.
    expect(second("2026-06-06")).toMatchObject({ status: "given", note: null });
    expect(second("2026-06-05")).toMatchObject({
      status: "overdue",
      from: "2026-08-28",
      note: "Given 5 days before its earliest day; to be repeated",
    });
    expect(second("2026-03-10")).toMatchObject({ from: "2026-07-09" });
  });

  test("HPV that was begun before 15 years is completed later, and not begun", () => {
    const girl = { birthday: "2011-09-01", sex: "F" };
    const of = (dose: number, ...dates: string[]) =>
      rowOf("HPV", dose, given("HPV", ...dates), "2026-12-05", girl);
    expect(of(2, "2026-06-01")).toMatchObject({ status: "due", from: "2026-11-28" });
    expect(of(2, "2026-06-01", "2026-09-10")).toMatchObject({ status: "due", from: "2026-12-03" });
    expect(of(1)).toMatchObject({ status: "past" });
    expect(of(2)).toMatchObject({ status: "past" });
    // From 15 years on three doses are needed, which the schedule does not have.
    expect(of(2, "2026-09-01")).toMatchObject({ status: "past" });
  });

  test("a third dose against rotavirus follows products of three doses, also one known by its brand", () => {
    const baby = { birthday: "2026-06-01", sex: "M" };
    const third = (doses: readonly { vaccine: string; brand?: string }[]) =>
      scheduleOf(
        baby,
        doses.map((one, index) => ({ ...one, dose: index + 1, date: addDays("2026-07-15", 28 * index) })),
        "2026-10-01",
      ).find((row) => row.vaccine === "Rotavirus" && row.dose === 3);
    expect(third([{ vaccine: "RotaTeq" }, { vaccine: "RotaTeq" }])).toMatchObject({
      status: "due",
      from: "2026-09-09",
    });
    expect(third([{ vaccine: "Rotavirus", brand: "RotaTeq" }, { vaccine: "Rotavirus" }])?.status).toBe("due");
    const all = third([{ vaccine: "RotaTeq" }, { vaccine: "RotaTeq" }, { vaccine: "RotaTeq" }]);
    expect(all).toMatchObject({ status: "given", note: null });
    expect(third([{ vaccine: "Rotarix" }, { vaccine: "Rotarix" }])).toBeUndefined();
    expect(third([])).toBeUndefined();
  });

  test("varicella is due again after three months, from 13 years on after four weeks, which count at any age", () => {
    const of = (birthday: string, ...dates: string[]) =>
      rowOf("Varicella", 2, given("Varicella", ...dates), today, { birthday, sex: "M" });
    expect(of("2021-01-01", "2026-10-10")).toMatchObject({ from: "2027-01-08" });
    expect(of("2012-01-01", "2026-10-10")).toMatchObject({ status: "due", from: "2026-11-07" });
    // The thirteenth birthday is between the two.
    expect(of("2013-12-01", "2026-10-10")).toMatchObject({ from: "2026-12-01" });
    for (const birthday of ["2021-01-01", "2012-01-01"]) {
      expect(of(birthday, "2026-10-10", "2026-11-07")).toMatchObject({ status: "given", note: null });
      expect(of(birthday, "2026-10-10", "2026-11-06")?.note).toContain("1 day before its earliest day");
    }
  });

  test("pneumococcal doses that begin after the first birthday are two, eight weeks apart", () => {
    const late = { birthday: "2025-01-10", sex: "M" };
    const of = (dose: number, ...dates: string[]) => rowOf("PCV", dose, given("PCV", ...dates), today, late);
    expect(of(2, "2026-01-10")).toMatchObject({ status: "overdue", from: "2026-03-07" });
    expect(of(2, "2026-01-10", "2026-03-03")).toMatchObject({ status: "given", note: null });
    expect(of(2, "2026-01-10", "2026-02-10")?.note).toContain("before its earliest day");
    expect(of(3, "2026-01-10", "2026-03-07")).toMatchObject({
      status: "past",
      words: "Not needed, first dose after 12 months",
    });
    expect(of(3, "2026-01-09", "2026-03-07")).toMatchObject({ status: "overdue" });
  });

  test("live vaccines are given on one day or four weeks apart", () => {
    const mmr = { vaccine: "MMR", dose: 1, date: "2026-11-14" };
    expect(rowOf("Varicella", 1, [mmr])).toMatchObject({ status: "later", words: "Due Dec 12, 2026" });
    expect(rowOf("Varicella", 1, [mmr], "2026-11-14")).toMatchObject({ words: "Due now" });
    expect(rowOf("Hepatitis A", 1, [mmr])).toMatchObject({ words: "Due now" });
    const varicella = (date: string) => rowOf("Varicella", 1, [mmr, { vaccine: "Varicella", dose: 1, date }]);
    expect(varicella("2026-11-14")).toMatchObject({ status: "given", note: null });
    expect(varicella("2026-11-24")).toMatchObject({
      status: "later",
      from: "2026-12-22",
      note: "Given 2 weeks before its earliest day; to be repeated",
    });
  });

  test.each(["Yellow fever", "Dengvaxia", "FluMist", "Rubella"])("%s is live as well", (vaccine) => {
    const mmr = { vaccine: "MMR", dose: 1, date: "2026-11-14" };
    const other = (date: string) => [mmr, { vaccine, dose: 1, date }];
    expect(rowOf("MMR", 1, other("2026-10-18"))?.note).toContain("1 day before its earliest day");
    expect(rowOf("MMR", 1, other("2026-10-17"))?.note).toBeNull();
    const one = { id: 1, vaccine, dose: 1, date: "2026-10-18" };
    expect(noteOf(one, scheduleOf(child, [one], today))).toBeNull();
  });

  test("between live vaccines no day of four weeks may be missing, also of combined ones", () => {
    const mmr = { vaccine: "MMR", dose: 1, date: "2026-10-20" };
    const varicella = (date: string) => rowOf("Varicella", 1, [mmr, { vaccine: "Varicella", dose: 1, date }]);
    expect(varicella("2026-11-16")?.note).toContain("1 day before its earliest day");
    expect(varicella("2026-11-17")?.note).toBeNull();
    const je = { vaccine: "JE", dose: 1, date: "2026-11-01" };
    const mmrv = [je, { vaccine: "MMRV", dose: 1, date: "2026-11-10" }];
    expect(rowOf("MMR", 1, mmrv)?.note).toContain("before its earliest day");
    const hexavalent = (date: string) => [
      { vaccine: "Hexavalent", dose: 1, date: "2025-11-03" },
      { vaccine: "Hexavalent", dose: 2, date },
    ];
    expect(rowOf("OPV", 2, hexavalent("2025-11-10"))?.note).toContain("to be repeated");
    expect(rowOf("OPV", 2, hexavalent("2025-12-01"))?.note).toBeNull();
  });

  test("live vaccines and HPV wait for the end of a pregnancy, and Td does not", () => {
    const expecting = { birthday: "2010-05-04", sex: "F", isPregnant: true };
    const of = (vaccine: string, given: GivenDose[] = []) => rowOf(vaccine, 1, given, today, expecting);
    for (const vaccine of ["MMR", "Varicella"])
      expect(of(vaccine)).toMatchObject({ status: "postponed", words: "Not during pregnancy" });
    expect(of("MMR", [{ vaccine: "MMR", dose: 1, date: "2011-06-01" }])).toMatchObject({ status: "given" });
    expect(of("Td")).toMatchObject({ status: "overdue" });
    const td = [
      { vaccine: "Td", dose: 1, date: "2026-09-01" },
      { vaccine: "Td", dose: 2, date: "2026-09-30" },
    ];
    expect(rowOf("Td", 2, td, today, expecting)).toMatchObject({ status: "given", note: null });
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
  // The DOH's forms: the measles vaccine of a child may be measles alone, measles and rubella, or MMR.
  for (const name of ["MCV", "MCV1", "MCV 2 (MMR)", "Measles", "Anti-measles vaccine", "AMV", "MR 1"])
    expect(countsAs(name, "MMR")).toBe(true);
  expect(scheduledName("Measles")).toBeNull();
  for (const name of ["MMR-V", "MMR (ProQuad)", "MMR & Varicella"])
    expect([countsAs(name, "MMR"), countsAs(name, "Varicella")]).toEqual([true, true]);
});

test.each([
  ["Quinvaxem", "Pentavalent"],
  ["Eupenta 2", "Pentavalent"],
  ["Adacel", "Td"],
  ["Boostrix", "Td"],
  ["Okavax", "Varicella"],
  ["Vaqta", "Hepatitis A"],
  ["Rota Teq", "Rotavirus"],
  ["Vaxelis 1", "IPV"],
])("%s counts as %s", (name, vaccine) => {
  expect(countsAs(name, vaccine)).toBe(true);
});

test("a name without its last letter is not guessed", () => {
  expect(scheduledName("Hepa")).toBeNull();
});

// A polysaccharide vaccine is none of the conjugate series; MCV4 is against meningococci.
test.each([
  "Pneumococcal (PPSV23)",
  "PPSV23",
  "PPSV 23",
  "PPV23",
  "PCV23",
  "Pneumovax 23",
  "Pneumococcal (Pneumovax 23)",
  "Pneumococcal (polysaccharide)",
  "Pneumococcal 23",
  "MCV4",
  "MCV 4",
])("%s is none of the schedule", (name) => {
  expect([
    scheduledName(name),
    isOutsideSchedule(name),
    countsAs(name, "PCV"),
    countsAs(name, "MMR"),
  ]).toEqual([null, true, false, false]);
});

test("every vaccine that is suggested beside the schedule is stored by its name", () => {
  for (const name of otherVaccines) expect(scheduledName(name), name).toBeNull();
});

test.each([
  ["PCV 13", null],
  ["Prevenar 13", null],
  ["MMR II", null],
  ["M-M-R II", null],
  ["HPV 9", null],
  ["Gardasil 9", null],
  ["RV5", null],
  ["Influenza 2", null],
  ["Penta 3", 3],
  ["Penta3", 3],
  ["PCV 13 (2)", 2],
  ["PCV13-2", 2],
  ["PCV 3", 3],
  ["OPV II", 2],
  ["DPT-HepB-Hib III", 3],
  ["Pentavalent (2nd dose)", 2],
  ["MCV 2 (MMR)", null],
  ["MR second dose", 2],
  ["HepB birth dose", null],
])("%s says dose %j", (name, dose) => {
  expect(doseInName(name)).toBe(dose);
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

test("one dose of a rabies course is due at a time, and the others keep their intervals after a delay", () => {
  const dose = (number: number, date: string) => ({ vaccine: "Rabies PEP", dose: number, date });
  const said = (...given: Parameters<typeof coursesOf>[0]) =>
    coursesOf(given, today).map(({ dose: number, status, words }) => `${number} ${status} ${words}`);
  // Day 10 is the first on which the patient comes again: the doses of days 3 and 7 are not both due.
  expect(said(dose(1, "2026-11-14"))).toEqual([
    "2 overdue Overdue, 7 days",
    "3 later Due Nov 28, 2026",
    "4 later Due Dec 5, 2026",
    "5 later Due Dec 19, 2026",
  ]);
  expect(said(dose(1, "2026-11-14"), dose(2, "2026-11-24"))).toEqual([
    "2 given Given Nov 24, 2026",
    "3 later Due Nov 28, 2026",
    "4 later Due Dec 5, 2026",
    "5 later Due Dec 19, 2026",
  ]);
  // A day or two late: the days stay.
  expect(said(dose(1, "2026-11-18"), dose(2, "2026-11-23"))).toContain("3 later Due Nov 25, 2026");
});

test("a rabies course that was not finished is over after three months, and another bite begins anew", () => {
  const dose = (number: number, date: string) => ({ vaccine: "Rabies PEP", dose: number, date });
  // Often ended when the dog stays well.
  const begun = [dose(1, "2026-07-01"), dose(2, "2026-07-04"), dose(3, "2026-07-08")];
  const open = (on: string) =>
    coursesOf(begun, on).flatMap(({ dose: number, status }) =>
      status === "given" ? [] : [`${number} ${status}`],
    );
  expect(open("2026-07-15")).toEqual(["4 due", "5 later"]);
  expect(open("2026-10-13")).toEqual(["4 overdue", "5 later"]);
  expect(open("2026-10-14")).toEqual(["4 past", "5 past"]);
  const next = (given: Parameters<typeof nextDose>[1], on: string) => nextDose("Rabies PEP", given, on);
  expect(next([], today)).toBe(1);
  expect(next(begun, "2026-07-15")).toBe(4);
  expect(next(begun, "2026-10-14")).toBe(1);
  expect(next([...begun, dose(4, "2026-07-15"), dose(5, "2026-07-29")], "2026-08-20")).toBe(1);
  // Others are numbered on, by whatever name.
  expect(nextDose("penta", [{ vaccine: "Pentavalent", dose: 1, date: "2026-07-01" }], today)).toBe(2);
  expect(nextDose("Influenza", [{ vaccine: "influenza", dose: 3, date: "2025-07-01" }], today)).toBe(4);
});

test("two doses suffice after a bite of somebody who was immunized against rabies before", () => {
  const doses = (vaccine: string, ...dates: string[]) =>
    dates.map((date, index) => ({ vaccine, dose: index + 1, date }));
  const bite = doses("Rabies PEP", "2026-11-24");
  const days = (before: ReturnType<typeof doses>) =>
    coursesOf([...before, ...bite], today).map(({ note }) => note);
  const boosted = ["Day 3, immunized before"];
  expect(days(doses("Rabies PEP", "2024-01-01", "2024-01-04", "2024-01-08"))).toEqual(boosted);
  expect(days(doses("Rabies PrEP", "2024-01-01", "2024-01-08"))).toEqual(boosted);
  const all = ["Day 3", "Day 7", "Day 14", "Day 28"];
  expect(days(doses("Rabies PEP", "2024-01-01", "2024-01-04"))).toEqual(all);
  expect(days([])).toEqual(all);
});

test.each([
  ["bOPV", "OPV"],
  ["OPV-2", "OPV"],
  ["Oral Polio Vaccine", "OPV"],
  ["HEPA B (at birth)", "Hepatitis B"],
  ["Hepatitis B birth dose", "Hepatitis B"],
  ["HepB BD", "Hepatitis B"],
  ["DPT-HiB-HepB 3", "Pentavalent"],
  ["Penta1", "Pentavalent"],
  ["Pentavalent (2nd dose)", "Pentavalent"],
  ["PCV13", "PCV"],
  ["PCV 2", "PCV"],
  ["PCV 13", "PCV"],
  ["PCV-10", "PCV"],
  ["PCV 13 (2)", "PCV"],
  ["Prevenar 13", "PCV"],
  ["Pneumococcal (Prevenar)", "PCV"],
  ["Pneumococcal", "PCV"],
  ["MMR II", "MMR"],
  ["MMR 2", "MMR"],
  ["OPV II", "OPV"],
  ["MMR booster", "MMR"],
  ["Gardasil 9", "HPV"],
  ["IPV1", "IPV"],
  ["M.M.R.", "MMR"],
  ["Rota 1", "Rotavirus"],
  ["BCG vaccine", "BCG"],
  ["HPV9", "HPV"],
])("%s is %s", (typed, name) => {
  expect(scheduledName(typed)).toBe(name);
});
