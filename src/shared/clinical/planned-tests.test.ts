import { expect, test } from "vitest";
import { cpuTime } from "#test/cpu-time.ts";
import { plannedTests } from "./planned-tests.ts";
import { imagingTests, laboratoryTests } from "./requested-tests.ts";

const requests = (plan: string) =>
  plannedTests(plan).map(({ kind, tests }) => [kind, ...tests.map(({ id }) => id)].join(" "));

test.each([
  ["creatinine, potassium", ["laboratory_request creatinine potassium"]],
  ["Creatinine and potassium today.", ["laboratory_request creatinine potassium"]],
  ["Labs: CBC, UA, SGPT/SGOT; low salt diet", ["laboratory_request cbc urinalysis alt ast"]],
  ["Repeat HbA1c in 3 months", ["laboratory_request hba1c"]],
  ["dengue igm/igg", ["laboratory_request dengue_antibodies"]],
  ["CBC, chest x-ray, 12-lead ECG", ["laboratory_request cbc", "imaging_request chest_pa ecg"]],
  ["CXR PA and lateral", ["imaging_request chest_pa_lateral"]],
  ["cbc. CBC", ["laboratory_request cbc"]],
  ["Defer: CBC, creatinine. Potassium", ["laboratory_request potassium"]],
  ["If fever persists:\nCBC\n\nCreatinine", ["laboratory_request creatinine"]],
])("%s", (plan, expected) => {
  expect(requests(plan)).toEqual(expected);
});

test("is not guessed", () => {
  for (const plan of [
    "losartan 50 mg od 30 days. Back in 2 weeks",
    "high potassium diet",
    "thyroid",
    "creatinine was normal",
    "avoid albumin infusion",
    "no need for CBC, creatinine",
    "Defer CXR and ECG",
    "cancel lipids, HbA1c / FBS",
    "Defer: CBC, creatinine",
    "CBC: not needed",
    "Creatinine: 1.2",
    "Urinalysis: no",
    "If fever persists:\nCBC\nchest x-ray",
    "K",
    "",
  ])
    expect(requests(plan), plan).toEqual([]);
});

test("every test is found by its label, except for a body part alone", () => {
  for (const [kind, groups] of [
    ["laboratory_request", laboratoryTests],
    ["imaging_request", imagingTests],
  ] as const)
    for (const { id, label } of groups.flatMap(({ tests }) => tests))
      if (!/^(us|xray)_/.test(id)) expect(requests(label), label).toEqual([`${kind} ${id}`]);
});

test("gives its position, next to a medicine", () => {
  const plan = "losartan 100 mg od 30 days\ncreatinine, potassium. Back in 2 weeks";
  const [request] = plannedTests(plan);
  expect(plan.slice(request?.start, request?.end)).toBe("creatinine, potassium");
});

test("is found quickly in any text", () => {
  const before = cpuTime();
  plannedTests("a ".repeat(100_000));
  plannedTests("cbc,".repeat(50_000));
  plannedTests(`${"do ".repeat(26)}\n`.repeat(5000));
  plannedTests("a/".repeat(50_000));
  // Some 50 ms on an idle machine; a search that grows with the square of the text takes minutes.
  expect(cpuTime() - before).toBeLessThan(1000);
});
