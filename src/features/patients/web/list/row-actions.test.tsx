import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  archivedPatients,
  archivePatient,
  deletePatient,
  listPatients,
  patientCounts,
  retrievePatient,
} from "#features/patients/contract.ts";
import { badGateway, refuse, reply, staffWith } from "#web/testing.tsx";
import { juan, listed, maria, openScreen } from "./testing-patients-screen.tsx";

test("on a card J and K move, R prescribes and E edits", async () => {
  const { hand, onPrescribe, onEdit, onOpenPatient } = openScreen([listed()]);
  (await screen.findByRole("button", { name: maria.patientName })).focus();
  await hand.keyboard("jr");
  expect(onPrescribe).toHaveBeenCalledWith(juan.id);
  await hand.keyboard("ke");
  expect(onEdit).toHaveBeenCalledWith(maria.id);
  await hand.keyboard("{Enter}");
  expect(onOpenPatient).toHaveBeenCalledWith(maria.id);
});

test("users who may only edit see Delete disabled with its reason", async () => {
  const { hand, onEdit } = openScreen([listed([maria])], {
    user: staffWith("view_patients", "edit_patients"),
  });
  await hand.click(await screen.findByRole("button", { name: /^Actions for Macaraeg/ }));
  const remove = await screen.findByRole("menuitem", { name: /Delete Patient/ });
  expect(remove.getAttribute("aria-disabled")).toBe("true");
  expect(remove.textContent).toContain("Ask the clinic owner");
  await hand.click(await screen.findByRole("menuitem", { name: /Edit Patient/ }));
  expect(onEdit).toHaveBeenCalledWith(maria.id);
});

test("users who may only view see two actions", async () => {
  const { hand, onConsultations } = openScreen([listed([maria])], { user: staffWith("view_patients") });
  await hand.click(await screen.findByRole("button", { name: /^Actions for/ }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "View Consultation",
    "Generate PrescriptionR",
  ]);
  expect(screen.queryByRole("button", { name: "Add Patient" })).toBeNull();
  await hand.click(screen.getByRole("menuitem", { name: "View Consultation" }));
  expect(onConsultations).toHaveBeenCalledWith(maria.id);
});

test("Delete asks in the specification's words and removes the patient from the list", async () => {
  let rows = [maria, juan];
  const { hand, sent } = openScreen([
    reply(listPatients, () => rows),
    reply(deletePatient, () => {
      rows = [juan];
      return { message: "Patient permanently deleted" };
    }),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^Actions for Macaraeg/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Delete Patient" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("will be PERMANENTLY deleted");
  expect(question.textContent).toContain("cannot be undone");
  expect(question.textContent).toContain("consultations, prescriptions, bills and payments");
  expect(document.activeElement?.textContent).toBe("Cancel");
  await hand.click(within(question).getByRole("button", { name: "Delete Patient" }));
  await screen.findByText("Patient permanently deleted");
  screen.getByText("Patient Deleted");
  expect(sent(deletePatient)[0]?.params).toEqual({ id: "7" });
  await waitFor(() => expect(screen.queryByRole("button", { name: maria.patientName })).toBeNull());
});

test("a refused deletion keeps the dialog open and says why", async () => {
  const { hand } = openScreen([
    listed([maria]),
    refuse(deletePatient, "forbidden", "Only the owner may do this."),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Delete Patient" }));
  await hand.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete Patient" }),
  );
  await screen.findByText("Only the owner may do this.");
  screen.getByRole("alertdialog");
});

test("a deletion and a retrieval that fail without a message get the specification's", async () => {
  const { hand } = openScreen([
    listed([maria]),
    reply(archivedPatients, [{ ...maria, isArchived: true }]),
    badGateway(deletePatient),
    badGateway(retrievePatient),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Delete Patient" }));
  const question = within(await screen.findByRole("alertdialog"));
  await hand.click(question.getByRole("button", { name: "Delete Patient" }));
  await screen.findByText("Failed to delete patient");
  await hand.click(question.getByRole("button", { name: "Cancel" }));
  await hand.click(await screen.findByRole("button", { name: "Archived Patients" }));
  await hand.click(await screen.findByRole("button", { name: /^Retrieve Macaraeg/ }));
  await screen.findByText("Failed to retrieve patient");
  await screen.findByRole("button", { name: /^Retrieve Macaraeg/ });
});

test("Archive is immediate, and Undo restores the patient", async () => {
  let isArchived = false;
  type Archived = typeof maria & { laterAppointments: number };
  let letGo: (answer: Archived) => void = () => undefined;
  const { hand } = openScreen([
    reply(listPatients, () => (isArchived ? [juan] : [maria, juan])),
    reply(archivePatient, () => {
      isArchived = true;
      return new Promise<Archived>((resolve) => {
        letGo = resolve;
      });
    }),
    reply(retrievePatient, () => {
      isArchived = false;
      return maria;
    }),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^Actions for Macaraeg/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Archive Patient" }));
  // The server has not responded yet.
  await waitFor(() => expect(screen.queryByRole("button", { name: maria.patientName })).toBeNull());
  letGo({ ...maria, isArchived: true, laterAppointments: 2 });
  await screen.findByText("Patient archived successfully. Later appointments stay booked: 2");
  screen.getByText("Patient Archived");
  await hand.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: maria.patientName });
});

test("a failed Archive restores the patient with a message", async () => {
  const { hand } = openScreen([
    listed([maria]),
    refuse(archivePatient, "internal", "Broken", { reference: "AB-1" }),
  ]);
  await hand.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Archive Patient" }));
  await screen.findByText("Failed to archive patient (reference AB-1)");
  await screen.findByRole("button", { name: maria.patientName });
});

test("the archive has View and Retrieve", async () => {
  const { hand, onOpenPatient, address } = openScreen([
    listed(),
    reply(archivedPatients, [{ ...maria, isArchived: true }]),
    reply(retrievePatient, maria),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Archived Patients" }));
  await screen.findByRole("heading", { name: "Archived Patients" });
  expect(address()).toBe("/?view=archived");
  expect(screen.queryByRole("button", { name: "Add Patient" })).toBeNull();
  await hand.click(await screen.findByRole("button", { name: /^View Macaraeg/ }));
  expect(onOpenPatient).toHaveBeenCalledWith(maria.id);
  await hand.click(screen.getByRole("button", { name: /^Retrieve Macaraeg/ }));
  await screen.findByText("Patient Retrieved");
});

test("the table has a button to the archive, with its count", async () => {
  const { hand, address } = openScreen([listed(), reply(archivedPatients, [])]);
  await screen.findByRole("button", { name: maria.patientName });
  expect(screen.queryByRole("button", { name: /^Archived ?4$/ })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Table" }));
  await hand.click(await screen.findByRole("button", { name: /^Archived ?4$/ }));
  await screen.findByRole("heading", { name: "Archived Patients" });
  expect(address()).toBe("/?view=archived");
});

test("an empty archive has an empty state", async () => {
  openScreen(
    [
      reply(archivedPatients, []),
      reply(patientCounts, { active: 1, archived: 0, admitted: 0, paymentPending: 0 }),
    ],
    {
      address: "/?view=archived",
    },
  );
  await screen.findByText("No archived patients");
});
