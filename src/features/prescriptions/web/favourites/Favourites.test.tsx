import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import {
  addFavourite,
  changeFavourite,
  type Favourite,
  favourites,
  medicinesInUse,
  patientPrescriptions,
  removeFavourite,
} from "#features/prescriptions/contract.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { GeneratePrescriptionDialog } from "../GeneratePrescriptionDialog.tsx";
import { aMedication, clinicOnPaper } from "../testing-prescriptions.ts";

const aFavourite = (put: Partial<Favourite>): Favourite => ({
  id: 5,
  name: "Heart failure",
  medications: [aMedication(), aMedication({ name: "bisoprolol", brandName: "Concor" })],
  additionalInstructions: "Low-salt diet.",
  createdAt: "2026-10-16T02:00:00Z",
  updatedAt: "2026-10-16T02:00:00Z",
  ...put,
});
const fever = aFavourite({
  id: 6,
  name: "Fever",
  medications: [aMedication({ name: "paracetamol", brandName: null, duration: "" })],
  additionalInstructions: null,
});

const open = async (all: Favourite[], answers: FakeAnswer[] = []) => {
  const shown = renderScreen(<GeneratePrescriptionDialog patientId={7} onClose={vi.fn()} />, {
    answers: [
      reply(onePatient, aPatientRecord({ id: 7, allergies: "No known allergies" })),
      reply(patientPrescriptions, []),
      reply(patientConsultations, []),
      reply(clinicSettings, clinicOnPaper),
      reply(favourites, all),
      reply(medicinesInUse, []),
      ...answers,
    ],
  });
  await screen.findByRole("textbox", { name: "Medication name" });
  const names = () =>
    screen
      .getAllByRole("textbox", { name: "Medication name", hidden: true })
      .map((field) => (field as HTMLInputElement).value);
  const list = async () => within(await screen.findByRole("dialog", { name: "Favorites" }));
  return { ...shown, names, list };
};

it("inserts the first by two keys, and Undo removes it", async () => {
  const { hand, names } = await open([fever]);
  await hand.keyboard("{Alt>}f{/Alt}");
  await screen.findByRole("button", { name: /^Fever/ });
  await hand.keyboard("{Enter}");
  await waitFor(() => expect(names()).toEqual(["paracetamol"]));
  expect(screen.queryByRole("dialog", { name: "Favorites" })).toBeNull();
  // The style that lets a toast be pressed over a dialog is not loaded here.
  fireEvent.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() => expect(names()).toEqual([""]));
});

it("finds one by its name or its medicines, and appends a whole set", async () => {
  const { hand, names, list } = await open([fever, aFavourite({})]);
  await hand.type(screen.getByRole("textbox", { name: "Medication name" }), "aspirin");
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  const dialog = await list();
  await hand.type(await dialog.findByRole("searchbox", { name: "Search favorites" }), "concor");
  await dialog.findByRole("button", { name: /^Heart failure/ });
  expect(dialog.queryByRole("button", { name: /^Fever/ })).toBeNull();
  await hand.keyboard("{Enter}");
  await waitFor(() => expect(names()).toEqual(["aspirin", "furosemide", "bisoprolol"]));
  const said = screen.getByRole("textbox", { name: "Additional instructions" }) as HTMLTextAreaElement;
  expect(said.value).toBe("Low-salt diet.");
});

it("shows no errors for empty rows once Favorites was pressed", async () => {
  const { hand, list } = await open([fever]);
  const name = screen.getByRole("textbox", { name: "Medication name" });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  await list();
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Favorites" })).toBeNull());
  expect(screen.queryByText("Medication name is required")).toBeNull();
  await hand.type(screen.getByRole("textbox", { name: "SIG" }), "1 tablet");
  expect(await screen.findByText("Medication name is required")).toBeTruthy();
});

it("has empty states for a search and for the list", async () => {
  const { hand, list, answer, queries } = await open([fever]);
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  const dialog = await list();
  await hand.type(await dialog.findByRole("searchbox", { name: "Search favorites" }), "zzz");
  expect(dialog.getByText("No favorite contains “zzz”.")).toBeTruthy();
  answer(reply(favourites, []));
  await queries.invalidateQueries({ queryKey: queryKeyOf(favourites) });
  expect(await dialog.findByText("No favorites yet.")).toBeTruthy();
});

it("shows an error when they fail to load, and retries", async () => {
  const { hand, list, answer } = await open([], [refuse(favourites, "internal", "Broken")]);
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  const dialog = await list();
  await dialog.findByText("Failed to load favorites");
  answer(reply(favourites, [fever]));
  await hand.click(dialog.getByRole("button", { name: "Try Again" }));
  await dialog.findByRole("button", { name: /^Fever/ });
});

it("saves one medicine with the star beside it, and reports a name that is taken", async () => {
  const { hand, sent, answer } = await open(
    [],
    [
      refuse(addFavourite, "taken", "You have a favorite of this name already", {
        fields: { name: "You have a favorite of this name already" },
      }),
    ],
  );
  await hand.type(screen.getByRole("textbox", { name: "Medication name" }), "losartan");
  await hand.type(screen.getByRole("textbox", { name: "Strength" }), "50 mg");
  await hand.click(screen.getByRole("button", { name: "Save medicine 1 as a favorite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save as Favorite" }));
  const name = dialog.getByRole("textbox", { name: "Name" }) as HTMLInputElement;
  expect(name.value).toBe("losartan 50 mg");
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  // Under the field, and in the toast.
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  answer(reply(addFavourite, fever));
  await hand.type(name, " daily{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Save as Favorite" })).toBeNull());
  expect(sent(addFavourite).at(-1)?.body).toMatchObject({
    name: "losartan 50 mg daily",
    medications: [{ name: "losartan", strength: "50 mg", dosage: "" }],
  });
  expect(sent(addFavourite).at(-1)?.body).not.toHaveProperty("additionalInstructions");
});

it("saves the whole set with its instructions", async () => {
  const { hand, sent, list } = await open([fever], [reply(addFavourite, fever)]);
  await hand.type(screen.getByRole("textbox", { name: "Medication name" }), "losartan");
  await hand.type(screen.getByRole("textbox", { name: "Additional instructions" }), "Low-salt diet.");
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  await hand.click((await list()).getByRole("button", { name: "Save as Favorite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save as Favorite" }));
  await hand.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Favorite saved");
  expect(sent(addFavourite)[0]?.body).toMatchObject({
    name: "losartan",
    additionalInstructions: "Low-salt diet.",
  });
});

it("renames one, and deletes one with Undo", async () => {
  const { hand, sent, list } = await open(
    [fever],
    [reply(changeFavourite, fever), reply(removeFavourite, { id: 6 }), reply(addFavourite, fever)],
  );
  await hand.click(screen.getByRole("button", { name: "Favorites" }));
  await hand.click(await (await list()).findByRole("button", { name: "More for Fever" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Rename" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename favorite" }));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await hand.clear(name);
  await hand.type(name, "High fever{Enter}");
  await screen.findByText("Favorite renamed");
  expect(sent(changeFavourite)[0]).toMatchObject({ params: { id: "6" }, body: { name: "High fever" } });
  await hand.click(await (await list()).findByRole("button", { name: "More for Fever" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await screen.findByText("Favorite deleted");
  fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() => expect(sent(addFavourite)[0]?.body).toMatchObject({ name: "Fever" }));
});
