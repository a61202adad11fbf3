import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listPatients } from "#features/patients/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { refuse, reply, staffWith } from "#web/testing.tsx";
import { aListedPatient } from "../testing-patients.ts";
import { juan, listed, maria, openScreen } from "./testing-patients-screen.tsx";

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
