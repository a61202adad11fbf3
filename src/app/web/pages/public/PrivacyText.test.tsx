import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DRAFT_DAYS, RETENTION_YEARS } from "#shared/retention.ts";
import { PrivacyText } from "./PrivacyText.tsx";

test("the figures of the privacy page match the product's constants", () => {
  render(<PrivacyText />);
  const text = screen.getByRole("main").textContent;
  expect(text).toContain(`${RETENTION_YEARS.outpatient} years after the last consultation`);
  expect(text).toContain(`${RETENTION_YEARS.inpatient} years for inpatients`);
  expect(text).toContain(`up to ${DRAFT_DAYS} days`);
});
