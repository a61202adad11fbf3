import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { patientFiles } from "#features/files/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { addResult, resultSettings } from "#features/results/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { EnterResultsDialog } from "./EnterResultsDialog.tsx";

it("shows the question about values that are recorded already, and sends them again", async () => {
  const words =
    "These values of Nov 19, 2026 are already recorded. Save again only if they are of another specimen.";
  const asks = refuse(addResult, "unlikely", words, { fields: { collectedAt: words } });
  const onClose = vi.fn();
  const { hand, sent } = renderScreen(<EnterResultsDialog patientId={1201} onClose={onClose} />, {
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(resultSettings, { ranges: [], laboratories: [] }),
      reply(patientFiles, []),
      asks,
    ],
  });
  await hand.type(await screen.findByRole("textbox", { name: /^Hemoglobin/ }), "13.1");
  await hand.click(screen.getByRole("button", { name: "Save Results" }));
  const day = await screen.findByLabelText(/^Collected on/);
  await waitFor(() => expect(day.getAttribute("aria-invalid")).toBe("true"));
  // At the field and in the toast.
  expect(screen.getAllByText(words)).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
  await hand.click(screen.getByRole("button", { name: "Save Results" }));
  await waitFor(() => expect(sent(addResult)).toHaveLength(2));
});
