import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { listPatients } from "#features/patients/contract.ts";
import { aUser, renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { Palette } from "./Palette.tsx";

function Shown() {
  const dialogs = useDialogs();
  return (
    <Palette
      user={aUser()}
      dialogs={dialogs}
      pages={[]}
      mayAdd
      onNavigate={vi.fn()}
      onSearch={vi.fn()}
      takeTypedAhead={() => ""}
      onShortcuts={vi.fn()}
      onClose={vi.fn()}
    />
  );
}

it("announces one patient as one result, besides the link to all results", async () => {
  const { hand } = renderScreen(<Shown />, {
    answers: [reply(listPatients, [aListedPatient({ patientName: "Ybañez, Mariluz" })])],
  });
  await hand.type(await screen.findByRole("combobox"), "ybanez");
  await screen.findByRole("option", { name: "All results for “ybanez”" });
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 result"));
});
