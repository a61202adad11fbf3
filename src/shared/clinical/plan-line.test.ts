import { describe, expect, it } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { plannedMedicines, plannedReturn } from "./plan-line.ts";

const medicines = (plan: string) =>
  plannedMedicines(plan).map(({ name, strength, form, dosage, frequency, duration }) =>
    [name, strength, form, dosage, frequency, duration].filter(Boolean).join(" | "),
  );

describe("a medicine of the plan", () => {
  it("is a name, a strength and how often", () => {
    expect(medicines("losartan 100 mg od 30 days")).toEqual(["losartan | 100 mg | od | 30 days"]);
    expect(medicines("Continue amlodipine 5mg tab 1 tab OD for 30 days.")).toEqual([
      "amlodipine | 5mg | tab | 1 tab | OD | 30 days",
    ]);
    expect(medicines("co-amoxiclav 625 mg, twice a day, 7 days")).toEqual([
      "co-amoxiclav | 625 mg | twice a day | 7 days",
    ]);
    expect(medicines("paracetamol 250 mg/5 ml syrup 5 ml q6h")).toEqual([
      "paracetamol | 250 mg/5 ml | syrup | 5 ml | q6h",
    ]);
  });

  it("is found among others and among words, which stay text", () => {
    const plan = "losartan 100 mg od 30 days, amlodipine 2.5 mg od 30 days; low salt.\nBack in 2 weeks";
    expect(medicines(plan)).toEqual([
      "losartan | 100 mg | od | 30 days",
      "amlodipine | 2.5 mg | od | 30 days",
    ]);
    const [, second] = plannedMedicines(plan);
    expect(plan.slice(second?.start, second?.end)).toBe("amlodipine 2.5 mg od 30 days");
  });

  it("is not one that is stopped, was taken, or depends on something", () => {
    for (const plan of [
      "Stop losartan 100 mg od",
      "do not give ibuprofen 200 mg tid",
      "Hold metformin 500 mg bid, losartan 50 mg od",
      "allergic to amoxicillin 500 mg tid",
      "completed cefalexin 500 mg qid 7 days",
      "if with fever paracetamol 500 mg q6h",
      "huwag ibuprofen 200 mg tid",
      "reduce to 5 mg od",
      "taper to 5 mg od 7 days",
      "shift from losartan to amlodipine 5 mg od",
      "prednisone 20 mg od 5 days, then 10 mg od 5 days",
      "STOP:\nlosartan 50 mg od\namlodipine 5 mg od",
      "Discontinue the following:\n1. losartan 50 mg od\n2. amlodipine 5 mg od",
      "If with fever:\ntake paracetamol 500 mg q4h",
      "losartan 50 mg od, on hold",
      "Patient doesn’t tolerate, metformin 500 mg bid",
    ])
      expect(medicines(plan), plan).toEqual([]);
    expect(medicines("stop amlodipine 5 mg od, start losartan 50 mg od, aspirin 80 mg od")).toEqual([
      "losartan | 50 mg | od",
      "aspirin | 80 mg | od",
    ]);
    expect(medicines("STOP:\namlodipine 5 mg od\n\nlosartan 50 mg od")).toEqual(["losartan | 50 mg | od"]);
    expect(medicines("STOP:\namlodipine 5 mg od\nStart:\nlosartan 50 mg od")).toEqual([
      "losartan | 50 mg | od",
    ]);
    expect(medicines("Stop amlodipine 5 mg od. Losartan 50 mg od")).toEqual(["Losartan | 50 mg | od"]);
    expect(medicines("and aspirin 80 mg od; may take paracetamol 500 mg q4h")).toEqual([
      "aspirin | 80 mg | od",
      "paracetamol | 500 mg | q4h",
    ]);
  });

  it("is not guessed", () => {
    for (const plan of [
      "Same medicines",
      "losartan",
      "losartan 100 mg",
      "salt 5 g a day",
      "creatinine, potassium",
      "",
    ])
      expect(medicines(plan)).toEqual([]);
  });

  it("is found quickly in any text", () => {
    const before = cpuTime();
    plannedMedicines("a ".repeat(100_000));
    plannedMedicines(`${"a".repeat(190)}\n`.repeat(1000));
    plannedReturn("back ".repeat(40_000));
    expect(cpuTime() - before).toBeLessThan(200);
  });
});

describe("the return visit", () => {
  it.each([
    ["back in 2 weeks", 14],
    ["Low salt. Come back in 10 days", 10],
    ["follow-up after one month", 28],
    ["return in 3 months", 91],
    ["Come back in 2 weeks or sooner if worse", 14],
    ["No fever today, back in 2 weeks", 14],
    ["Stop the antibiotic and come back in 2 weeks", 14],
    ["Continue until follow-up in 2 weeks", 14],
    ["No need to come back in 2 weeks. Follow-up after 1 month", 28],
    ["no follow-up in 2 weeks, return in 3 months", 91],
  ])("%s", (plan, days) => {
    expect(plannedReturn(plan)?.days).toBe(days);
  });

  it.each([
    "No need to come back in 2 weeks",
    "no need for follow-up after one month",
    "Doesn’t have to return in 3 days",
    "Cancel follow-up in 2 weeks",
    "Follow-up in 2 weeks is not needed",
    "Follow up in 2 weeks cancelled",
    "Did not come back in 2 weeks",
    "Lost to follow-up after 1 month",
    "hindi na kailangan ng follow-up after 1 month",
    "If not better, come back in 3 days",
    "Come back in 3 days if fever persists",
    "Not needed: follow-up in 2 weeks",
    "Patient came back in 2 weeks",
    "Results will be back in 3 days",
  ])("%s books none", (plan) => {
    expect(plannedReturn(plan)).toBeNull();
  });

  it('is not every "back", and not years ahead', () => {
    for (const plan of [
      "low back pain for 2 weeks",
      "back exercises in 2 weeks",
      "back in 999 weeks",
      "back in 0 days",
    ])
      expect(plannedReturn(plan)).toBeNull();
  });
});
