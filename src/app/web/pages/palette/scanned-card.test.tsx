import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { listPatients } from "#features/patients/contract.ts";
import { aUser, renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { Palette } from "./Palette.tsx";

// The camera sees a card as soon as it is opened.
let card: string;
vi.mock("../scan-card/ScanCardButton.tsx", () => ({
  ScanCardButton: ({ onNumber }: { onNumber: (number: string) => void }) => (
    <button type="button" onClick={() => onNumber(card)}>
      Scan card
    </button>
  ),
}));

const opened = vi.fn<(patientId: number) => void>();
beforeEach(() => {
  opened.mockReset();
});

function Shown() {
  const dialogs = { ...useDialogs(), openRecord: opened as never };
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

function renderPalette(found: Parameters<typeof aListedPatient>[0][]) {
  const { hand } = renderScreen(<Shown />, { answers: [reply(listPatients, found.map(aListedPatient))] });
  const scan = async (number: string) => {
    card = number;
    await hand.click(await screen.findByRole("button", { name: "Scan card" }));
  };
  return { hand, scan };
}

const ana = { id: 7, patientName: "Tan, Ana", admissionNo: "2024-115" };
const ben = { id: 8, patientName: "Uy, Ben", admissionNo: "2024-11" };

it("opens the patient with exactly the card's number, not the first match", async () => {
  const { scan } = renderPalette([ana, ben]);
  await scan("2024-11");
  await vi.waitFor(() => expect(opened.mock.calls).toEqual([[ben.id]]));
});

it("opens the patient whose number was already typed and found", async () => {
  const { hand, scan } = renderPalette([ana]);
  await hand.type(await screen.findByRole("combobox"), "2024-115");
  await screen.findByRole("option", { name: /All results/ });
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 result"));
  expect(opened).not.toHaveBeenCalled();
  await scan("2024-115");
  await vi.waitFor(() => expect(opened.mock.calls).toEqual([[ana.id]]));
});

it("opens nobody for another clinic's card, not even the only match, and says so", async () => {
  const { scan } = renderPalette([ana]);
  await scan("2024-1");
  await screen.findByText("No patient with this code.");
  screen.getByRole("option", { name: /Tan, Ana/ });
  expect(opened).not.toHaveBeenCalled();
});

it("also says so when nothing is found, until something else is typed", async () => {
  const { hand, scan } = renderPalette([]);
  await scan("XX-77");
  await screen.findByText("The card may belong to another clinic, or the patient may be archived.", {
    exact: false,
  });
  await hand.type(screen.getByRole("combobox"), "9");
  await screen.findByText("No patients match your search criteria.");
});
