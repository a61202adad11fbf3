import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { archivePatient, deletePatient, retrievePatient } from "#features/patients/contract.ts";
import {
  archivedPatients,
  exportPatients,
  listPatients,
  patientCounts,
  printPatients,
} from "#features/patients/list-contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { badGateway, type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aListedPatient } from "../testing-patients.ts";
import { PatientsScreen } from "./PatientsScreen.tsx";

const maria = aListedPatient();
const juan = aListedPatient({
  id: 8,
  admissionNo: "20261120-001",
  patientName: "Dela Cruz, Juan Miguel Santos",
  admissionStatus: "Outpatient",
  paymentStatus: "Paid-Received",
});
const counts = reply(patientCounts, { active: 248, archived: 4, admitted: 31, paymentPending: 46 });
const listed = (rows = [maria, juan], total = rows.length) =>
  reply(listPatients, rows, { "x-total-count": String(total) });

const openScreen = (answers: FakeAnswer[], options: Parameters<typeof renderScreen>[1] = {}) => {
  const actions = {
    onOpenPatient: vi.fn(),
    onConsultations: vi.fn(),
    onAddPatient: vi.fn(),
    onPrescribe: vi.fn(),
    onEdit: vi.fn(),
  };
  return {
    ...actions,
    ...renderScreen(<PatientsScreen {...actions} />, { ...options, answers: [counts, ...answers] }),
  };
};

test("an empty clinic has an empty state that offers to add", async () => {
  const { hand, onAddPatient } = openScreen([listed([])]);
  const empty = (await screen.findByText("No patients found.")).parentElement as HTMLElement;
  await hand.click(within(empty).getByRole("button", { name: "Add Patient" }));
  expect(onAddPatient).toHaveBeenCalledOnce();
});

test("a search without a match has an empty state, and Clear Filters restores the list", async () => {
  const { hand, sent, address } = openScreen([
    reply(listPatients, ({ query }) => (query.search ? [] : [maria]), { "x-total-count": "0" }),
  ]);
  await hand.type(await screen.findByRole("searchbox", { name: "Search patients" }), "zzz");
  const empty = (await screen.findByText("No patients match your search criteria."))
    .parentElement as HTMLElement;
  expect(address()).toContain("q=zzz");
  await hand.click(within(empty).getByRole("button", { name: "Clear Filters" }));
  await screen.findByRole("button", { name: maria.patientName });
  expect(address()).not.toContain("q=");
  // Intermediate keys cause no request.
  expect(sent(listPatients).map(({ query }) => query.search)).toEqual([undefined, "zzz"]);
});

test("a list that fails to load says so, and Try Again loads it", async () => {
  const { hand, answer } = openScreen([refuse(listPatients, "internal", "Broken", { reference: "7F3K-21" })]);
  await screen.findByText("Failed to fetch patients");
  expect(screen.getByRole("alert").textContent).toContain("7F3K-21");
  expect(screen.getByRole("alert").textContent).toContain("HTTP 500");
  answer(listed());
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("button", { name: maria.patientName });
});

test("cards show the patient, the place and the three statuses, below the figures", async () => {
  openScreen([listed()]);
  const card = (await screen.findByRole("button", { name: maria.patientName })).closest("li") as HTMLElement;
  for (const text of [
    "67 / F",
    "20261118-004",
    "Room 512-B",
    "Nov 18, 2026",
    "Admitted",
    "₱48,250.00",
    "Pending",
  ])
    expect(card.textContent).toContain(text);
  expect((await screen.findByRole("status")).textContent).toBe("Showing 2 of 248 patients");
  await screen.findByRole("button", { name: /^Admitted ?31$/ });
  screen.getByRole("button", { name: /^Payment Pending ?46$/ });
});

test("a missed follow-up is shown in cards and rows, unless there is a future appointment", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  const rows = [
    aListedPatient({ followUpDate: "2026-11-12" }),
    aListedPatient({
      id: 8,
      patientName: "Booked",
      followUpDate: "2026-11-12",
      appointmentTime: "2026-11-20T06:00:00Z",
    }),
    aListedPatient({ id: 9, patientName: "Due Today", followUpDate: "2026-11-20" }),
  ];
  const { hand } = openScreen([listed(rows)]);
  await screen.findByRole("button", { name: "Booked" });
  expect(screen.getAllByText("Missed follow-up, Nov 12, 2026")).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "Table" }));
  await screen.findByRole("table", { name: "Patients" });
  expect(screen.getAllByText("Missed follow-up, Nov 12, 2026")).toHaveLength(1);
  vi.useRealTimers();
});

test("search matches are highlighted in the name, folded like the search", async () => {
  openScreen([listed()], { address: "/?q=delacruz" });
  const name = await screen.findByRole("button", { name: juan.patientName });
  expect(name.querySelector("mark")?.textContent).toBe("Dela Cruz");
});

test("another list replaces all rows together, and until then the previous rows keep their highlights", async () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    aListedPatient({ id: 20 + n, patientName: `Juanillo, Rosa ${n}` }),
  );
  const found = Promise.withResolvers<typeof many>();
  const { hand, sent } = openScreen([
    reply(
      listPatients,
      ({ query }) => (query.search === "juanillo" ? found.promise : query.search ? [juan] : [maria, juan]),
      { "x-total-count": "12" },
    ),
  ]);
  const box = await screen.findByRole("searchbox", { name: "Search patients" });
  await hand.type(box, "juan");
  const marks = () => screen.queryAllByText(/./, { selector: "mark" }).map(({ textContent }) => textContent);
  await waitFor(() => expect(marks()).toEqual(["Juan"]));
  await hand.type(box, "illo");
  await waitFor(() => expect(sent(listPatients).at(-1)?.query.search).toBe("juanillo"));
  expect(marks()).toEqual(["Juan"]);
  found.resolve(many);
  await waitFor(() => expect(marks()).toEqual(many.map(() => "Juanillo")));
});

test("filters go to the server and to the URL, each with its chip", async () => {
  const { hand, sent, address } = openScreen([listed()]);
  await hand.selectOptions(await screen.findByRole("combobox", { name: "Admission status" }), "Admitted");
  await hand.click(screen.getByRole("button", { name: /^Payment Pending/ }));
  await waitFor(() =>
    expect(sent(listPatients).at(-1)?.query).toEqual({ limit: "25", status: "Admitted", payment: "Pending" }),
  );
  expect(address()).toBe("/?status=Admitted&payment=Pending");
  await hand.click(screen.getByRole("button", { name: "Remove filter: Admitted" }));
  await waitFor(() => expect(address()).toBe("/?payment=Pending"));
});

test("the patient's status is chosen above the list, not in Advanced Filters", async () => {
  const { hand, sent } = openScreen([listed()]);
  const select = await screen.findByRole("combobox", { name: "Patient status" });
  await hand.selectOptions(select, "Follow-up");
  await waitFor(() =>
    expect(sent(listPatients).at(-1)?.query).toEqual({ limit: "25", patientStatus: "Follow-up" }),
  );
  screen.getByRole("button", { name: "Remove filter: Follow-up" });
  screen.getByRole("button", { name: "Advanced Filters" });
});

test("a search is sorted by best match unless another order is chosen", async () => {
  const { hand, sent } = openScreen([listed()]);
  const sort = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Sort" });
  const chosen = () => sort.selectedOptions[0]?.textContent;
  expect(chosen()).toBe("Newest first");
  await hand.type(screen.getByRole("searchbox", { name: "Search patients" }), "reyes");
  await waitFor(() => expect(chosen()).toBe("Best match first"));
  await hand.selectOptions(sort, "Newest first");
  await waitFor(() =>
    expect(sent(listPatients).at(-1)?.query).toEqual({ limit: "25", search: "reyes", sort: "newest" }),
  );
  await hand.clear(screen.getByRole("searchbox", { name: "Search patients" }));
  await waitFor(() => expect(sent(listPatients).at(-1)?.query.search).toBeUndefined());
  expect(chosen()).toBe("Newest first");
  await hand.selectOptions(sort, "Name A-Z");
  await waitFor(() => expect(sent(listPatients).at(-1)?.query).toEqual({ limit: "25", sort: "name-asc" }));
});

test("Advanced Filters change nothing until Apply, then show ON", async () => {
  const { hand, sent } = openScreen([listed()]);
  await hand.click(await screen.findByRole("button", { name: "Advanced Filters" }));
  await hand.selectOptions(await screen.findByLabelText("Consultation status"), "Not Seen");
  await hand.type(screen.getByLabelText("Start date"), "11/08/2026");
  expect(sent(listPatients)).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(() =>
    expect(sent(listPatients).at(-1)?.query).toEqual({
      limit: "25",
      consultationStatus: "pending",
      from: "2026-11-08",
    }),
  );
  await screen.findByRole("button", { name: "Advanced Filters ON" });
});

test("Next follows the cursor and Previous goes back without a request", async () => {
  const many = (from: number) =>
    Array.from({ length: 25 }, (_, index) =>
      aListedPatient({ id: from + index, patientName: `Patient ${from + index}` }),
    );
  const { hand, sent } = openScreen([
    {
      endpoint: listPatients,
      respond: ({ query }) =>
        query.cursor
          ? Response.json(many(100))
          : Response.json(many(1), { headers: { "x-total-count": "50", "x-next-cursor": "next" } }),
    },
  ]);
  await screen.findByText("Showing 1 to 25 of 50");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Previous" }).disabled).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Showing 26 to 50 of 50");
  screen.getByRole("button", { name: "Patient 100" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Previous" }));
  await screen.findByRole("button", { name: "Patient 1" });
  expect(sent(listPatients)).toHaveLength(2);
  // A filter on the second page starts at its first, and so does the next list.
  await hand.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Showing 26 to 50 of 50");
  await hand.click(screen.getByRole("button", { name: /^Admitted/ }));
  await screen.findByText("Showing 1 to 25 of 50");
  await hand.click(screen.getByRole("button", { name: "Clear Filters" }));
  await screen.findByText("Showing 1 to 25 of 50");
});

test("the table has the specification's columns and is remembered", async () => {
  const { hand } = openScreen([listed()]);
  await hand.click(await screen.findByRole("button", { name: "Table" }));
  const heads = (await screen.findAllByRole("columnheader")).map(({ textContent }) => textContent);
  expect(heads).toEqual([
    "Admission No.",
    "Patient Name",
    "Age/Sex",
    "Status",
    "Diagnosis",
    "Payment",
    "Amount",
    "Actions",
  ]);
  screen.getByText("Showing 1 to 2 of 2");
  expect(localStorage.getItem("patientListLayout_1")).toBe("table");
});

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
  let letGo: (answer: typeof maria) => void = () => undefined;
  const { hand } = openScreen([
    reply(listPatients, () => (isArchived ? [juan] : [maria, juan])),
    reply(archivePatient, () => {
      isArchived = true;
      return new Promise<typeof maria>((resolve) => {
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
  letGo({ ...maria, isArchived: true });
  await screen.findByText("Patient archived successfully");
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

test("Export downloads the filtered rows and says how many", async () => {
  URL.createObjectURL = () => "blob:test";
  const { hand, sent } = openScreen(
    [
      listed([maria], 1234),
      reply(exportPatients, new Blob(["Admission No\r\n20261118-004\r\n"]), {
        "content-disposition": "attachment; filename*=UTF-8''patients_export_2026-11-20.csv",
        "x-row-count": "1233",
      }),
    ],
    { address: "/?status=Admitted" },
  );
  await screen.findByRole("button", { name: maria.patientName });
  await hand.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("1 row exported");
  screen.getByText("patients_export_2026-11-20.csv");
  expect(sent(exportPatients)[0]?.query).toEqual({ status: "Admitted" });
});

test("with no rows there is nothing to export", async () => {
  const { hand } = openScreen([listed([])]);
  await screen.findByText("No patients found.");
  await hand.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("Nothing to export");
});

test("Print all renders every filtered row before the print dialog opens", async () => {
  const everyone = Array.from({ length: 60 }, (_, index) =>
    aListedPatient({ id: index + 1, patientName: `Patient ${index + 1}` }),
  );
  let printedRows = 0;
  window.print = () => {
    window.dispatchEvent(new Event("beforeprint"));
    const table = screen.getByRole("table", { name: "All patients" });
    printedRows = table.querySelectorAll("tbody tr").length;
    window.dispatchEvent(new Event("afterprint"));
  };
  const { hand, sent } = openScreen([listed(everyone.slice(0, 25), 60), reply(printPatients, everyone)], {
    address: "/?status=Admitted",
  });
  await screen.findByRole("button", { name: "Patient 1" });
  screen.getByText("Page 1 of 3: use Print all to print all 60.");
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await waitFor(() => expect(printedRows).toBe(60));
  expect(sent(printPatients)[0]?.query).toEqual({ status: "Admitted" });
  await waitFor(() => expect(screen.queryByRole("table", { name: "All patients" })).toBeNull());
});

test("a list too long for paper is not printed partially", async () => {
  const { hand, sent } = openScreen([listed([maria], 5001)]);
  await screen.findByRole("button", { name: maria.patientName });
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await screen.findByText("Too many rows to print");
  expect(sent(printPatients)).toEqual([]);
});

test("the screen is restricted without the right to view", async () => {
  openScreen([], { user: staffWith("view_reports") });
  await screen.findByRole("heading", { name: /^Access Restricted/ });
  screen.getByText("You don't have permission to view patient information.");
});

test("users who may only add get the form, and no list is fetched", async () => {
  const { sent } = openScreen([reply(listPlaces, [])], { user: staffWith("add_patients") });
  await screen.findByRole("heading", { name: "Add New Patient" });
  await screen.findByLabelText(/^Patient name/);
  expect(sent(listPatients)).toHaveLength(0);
});
