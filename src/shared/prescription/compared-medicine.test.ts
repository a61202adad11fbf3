import { expect, test } from "vitest";
import { changedFrom, entryFor } from "./compared-medicine.ts";

const losartan = { name: "losartan", strength: "50 mg", dosage: "1 tab", frequency: "OD" };

test("an entry is found by the generic, whichever name was written", () => {
  const branded = { ...losartan, name: "Cozaar", genericName: "Losartan" };
  expect(entryFor(losartan, [branded])).toBe(branded);
  expect(entryFor({ name: "losartan potassium" }, [branded])).toBe(branded);
  // Strengths in the names are compared with them.
  expect(entryFor({ name: "losartan 100 mg" }, [{ ...losartan, name: "losartan 50 mg" }])).toBeUndefined();
  expect(entryFor({ name: "" }, [{ name: "" }])).toBeUndefined();
  expect(entryFor({ name: "amlodipine" }, [branded])).toBeUndefined();
});

test("a change is another strength or another way of taking it; spaces and days are none", () => {
  expect(changedFrom({ ...losartan, strength: "50mg" }, losartan)).toBeNull();
  expect(changedFrom({ ...losartan, strength: "100 mg" }, losartan)).toBe("50 mg");
  expect(changedFrom(losartan, { ...losartan, strength: null })).toBe("of another strength");
  expect(changedFrom({ ...losartan, frequency: "BID" }, losartan)).toBe("1 tab, OD");
});
