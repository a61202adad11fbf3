import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  archivedPatients,
  archivePatient,
  deletePatient,
  exportPatients,
  listPatients,
  patientCounts,
  printPatients,
  retrievePatient,
} from "#features/patients/contract.ts";
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

test("an empty clinic says so and offers to add", async () => {
  const { hand, onAddPatient } = openScreen([listed([])]);
  const empty = (await screen.findByText("No patients found.")).parentElement as HTMLElement;
  await hand.click(within(empty).getByRole("button", { name: "Add Patient" }));
  expect(onAddPatient).toHaveBeenCalledOnce();
});

test("a search without a match says so, and Clear Filters brings the list back", async () => {
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
  // The keys in between were not worth a request.
  expect(sent(listPatients).map(({ query }) => query.search)).toEqual([undefined, "zzz"]);
});

test("a list that does not load says so, and Try Again loads it", async () => {
  const { hand, answer } = openScreen([refuse(listPatients, "internal", "Broken", { reference: "7F3K-21" })]);
  await screen.findByText("Failed to fetch patients");
  expect(screen.getByRole("alert").textContent).toContain("7F3K-21");
  expect(screen.getByRole("alert").textContent).toContain("HTTP 500");
  answer(listed());
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("button", { name: maria.patientName });
});

test("cards show who, where and the three statuses; the figures stand above", async () => {
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

test("a missed follow-up is said in cards and rows, unless an appointment is ahead", async () => {
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

test("what was searched is marked in the name, folded as the search folds", async () => {
  openScreen([listed()], { address: "/?q=delacruz" });
  const name = await screen.findByRole("button", { name: juan.patientName });
  expect(name.querySelector("mark")?.textContent).toBe("Dela Cruz");
});

test("another list comes whole, and until it does the rows of the one before keep their marks", async () => {
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

test("filters go to the server and to the address, each with its chip", async () => {
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

test("the patient's status is chosen above the list, and is no Advanced Filter", async () => {
  const { hand, sent } = openScreen([listed()]);
  const select = await screen.findByRole("combobox", { name: "Patient status" });
  await hand.selectOptions(select, "Follow-up");
  await waitFor(() =>
    expect(sent(listPatients).at(-1)?.query).toEqual({ limit: "25", patientStatus: "Follow-up" }),
  );
  screen.getByRole("button", { name: "Remove filter: Follow-up" });
  screen.getByRole("button", { name: "Advanced Filters" });
});

test("a search is ordered by its best matches unless another order is chosen", async () => {
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

test("Advanced Filters change nothing until Apply, then wear ON", async () => {
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

test("Next leads on by the cursor and Previous back without asking again", async () => {
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
  // A filter on the second page starts at its first, and so does the list after it.
  await hand.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Showing 26 to 50 of 50");
  await hand.click(screen.getByRole("button", { name: /^Admitted/ }));
  await screen.findByText("Showing 1 to 25 of 50");
  await hand.click(screen.getByRole("button", { name: "Clear Filters" }));
  await screen.findByText("Showing 1 to 25 of 50");
});

test("the table has the columns of the specification and is remembered", async () => {
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

test("who may only edit sees Delete with its reason", async () => {
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

test("who may only look sees two actions", async () => {
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

test("Delete asks in the specification's words and takes the patient off the list", async () => {
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
  expect(question.textContent).toContain("consultations and prescriptions");
  expect(document.activeElement?.textContent).toBe("Cancel");
  await hand.click(within(question).getByRole("button", { name: "Delete Patient" }));
  await screen.findByText("Patient permanently deleted");
  screen.getByText("Patient Deleted");
  expect(sent(deletePatient)[0]?.params).toEqual({ id: "7" });
  await waitFor(() => expect(screen.queryByRole("button", { name: maria.patientName })).toBeNull());
});

test("a refused deletion keeps the question open and says why", async () => {
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

test("a deletion and a retrieval that fail without words get the specification's", async () => {
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

test("Archive acts at once, and Undo brings the patient back", async () => {
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
  // The server has not answered yet.
  await waitFor(() => expect(screen.queryByRole("button", { name: maria.patientName })).toBeNull());
  letGo({ ...maria, isArchived: true });
  await screen.findByText("Patient archived successfully");
  screen.getByText("Patient Archived");
  await hand.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: maria.patientName });
});

test("a failed Archive puts the patient back and says so", async () => {
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

test("the table has a button to the archive, with how many are in it", async () => {
  const { hand, address } = openScreen([listed(), reply(archivedPatients, [])]);
  await screen.findByRole("button", { name: maria.patientName });
  expect(screen.queryByRole("button", { name: /^Archived ?4$/ })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Table" }));
  await hand.click(await screen.findByRole("button", { name: /^Archived ?4$/ }));
  await screen.findByRole("heading", { name: "Archived Patients" });
  expect(address()).toBe("/?view=archived");
});

test("an empty archive says so", async () => {
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

test("Export downloads what is filtered and says how many rows", async () => {
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

test("Print all draws every filtered row for paper before the print dialog opens", async () => {
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

test("a list too long for paper is not printed in part", async () => {
  const { hand, sent } = openScreen([listed([maria], 5001)]);
  await screen.findByRole("button", { name: maria.patientName });
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await screen.findByText("Too many rows to print");
  expect(sent(printPatients)).toEqual([]);
});

test("without a right the screen is restricted", async () => {
  openScreen([], { user: staffWith("view_reports") });
  await screen.findByRole("heading", { name: /^Access Restricted/ });
  screen.getByText("You don't have permission to view patient information.");
});

test("who may only add gets the form, and no list is read", async () => {
  const { sent } = openScreen([reply(listPlaces, [])], { user: staffWith("add_patients") });
  await screen.findByRole("heading", { name: "Add New Patient" });
  await screen.findByLabelText(/^Patient name/);
  expect(sent(listPatients)).toHaveLength(0);
});
