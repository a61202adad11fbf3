import { expect, test } from "vitest";
import { isSamePrescriber } from "./same-prescriber.ts";

const isSame = (one: string, other: string) =>
  isSamePrescriber({ physicianLicense: one }, { physicianLicense: other });

test.for(["0098412", "98412", "PRC 0098412", "PRC No. 009 8412", " 0098412 "])(
  "license 0098412 written as %j is one prescriber's",
  (written) => {
    expect(isSame("0098412", written)).toBe(true);
    expect(isSame(written, "0098413")).toBe(false);
  },
);

test("a license without digits is compared as written", () => {
  expect(isSame("Pending", "pending")).toBe(true);
  expect(isSame("Pending", "Temporary")).toBe(false);
});
