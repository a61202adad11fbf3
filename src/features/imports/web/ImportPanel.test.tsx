import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  changeImportRow,
  type ImportDetails,
  type ImportRow,
  importRows,
  listImports,
  mapImport,
  oneImport,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply } from "#web/testing.tsx";
import { fakeUploads } from "#web/testing-uploads.ts";
import { ImportPanel } from "./ImportPanel.tsx";
import { ImportSettings } from "./ImportSettings.tsx";

const figures = {
  rows: 6,
  new: 3,
  here: 1,
  twice: 0,
  look: 2,
  faults: 1,
  skipped: 0,
  chosen: 0,
  added: 0,
  updated: 0,
  stayed: 0,
  takenBack: 0,
};
const noDates = { example: null, either: 0, monthFirst: 0, dayFirst: 0, shortYears: 0 };

const aList = (more: Partial<ImportDetails> = {}): ImportDetails => ({
  id: 7,
  fileName: "pasyente.xlsx",
  format: "xlsx",
  sheet: "Master list",
  sheets: ["Master list"],
  encoding: null,
  state: "mapping",
  progress: 0,
  figures,
  problem: null,
  createdAt: "2026-11-20T02:42:00Z",
  createdByName: "Rafael Peñaflor",
  ranAt: null,
  takeBackUntil: null,
  takenBackAt: null,
  leftOut: null,
  columns: [
    {
      header: "PANGALAN",
      samples: ["DELA CRUZ, JUAN"],
      filled: 6,
      target: "name.comma",
      asks: [],
      dates: noDates,
      unknownWords: [],
    },
    {
      header: "KAARAWAN",
      samples: ["03/04/1972"],
      filled: 6,
      target: "birthday",
      asks: ["date-order"],
      dates: { ...noDates, example: "03/04/1972", either: 6 },
      unknownWords: [],
    },
    {
      header: "KASARIAN",
      samples: ["1"],
      filled: 6,
      target: "sex",
      asks: ["sex-words"],
      dates: noDates,
      unknownWords: ["1"],
    },
  ],
  mapping: {
    kind: "patients",
    targets: ["name.comma", "birthday", "sex"],
    hospital: "Peñaflor Heart Clinic",
    shortYears: null,
    sexWords: {},
    missingSex: null,
    toRemarks: [],
    doubles: "skip",
  },
  unread: [],
  guesses: {
    patients: ["name.comma", "birthday", "sex"],
    consultations: ["name.comma", "birthday", null],
  },
  ...more,
});

const row = (more: Partial<ImportRow>): ImportRow => ({
  row: 2,
  state: "look",
  patientName: "Bautista, Ligaya",
  birthday: null,
  faults: [],
  match: null,
  choice: null,
  patientId: null,
  reason: null,
  ...more,
});

const open = (list: ImportDetails, ...answers: FakeAnswer[]) =>
  renderScreen(<ImportPanel id={7} file={null} onRead={vi.fn()} onClose={vi.fn()} />, {
    answers: [reply(oneImport, list), reply(importRows, []), ...answers],
  });

test("asks its questions, and sends the answers with the columns", async () => {
  const { hand, sent } = open(aList(), reply(mapImport, aList({ state: "checking" })));
  await screen.findByText(/03\/04\/1972 can be read in two ways/);
  await hand.selectOptions(screen.getByLabelText("Import KAARAWAN as"), "Birthday: month first");
  const one = screen.getByRole("group", { name: /“1” in the sex column/ });
  await hand.click(within(one).getByLabelText("Male"));
  await hand.click(screen.getByRole("button", { name: "Check the List" }));
  expect(sent(mapImport)).toMatchObject([
    { body: { targets: ["name.comma", "birthday.month", "sex"], sexWords: { "1": "M" } } },
  ]);
});

test("shows the server's errors at their columns", async () => {
  const problem = "Say whether the month or the day comes first";
  const { hand } = open(aList(), refuse(mapImport, "invalid", problem, { fields: { "targets.1": problem } }));
  await hand.click(await screen.findByRole("button", { name: "Check the List" }));
  const head = await screen.findByRole("columnheader", { name: /KAARAWAN/ });
  within(head).getByText(problem);
});

test("an error is corrected in place, a likely double decided, and the rest imported", async () => {
  const rows = [
    row({ faults: [{ column: 1, header: "KAARAWAN", value: "05/12/2062", message: "In the future" }] }),
    row({
      row: 5,
      patientName: "Reyes, Ana",
      match: {
        patientId: 44,
        row: null,
        patientName: "Reyes, Ana M.",
        birthday: "1988-05-05",
        admissionNo: "A-1",
        isArchived: false,
        isSure: false,
      },
    }),
  ];
  const { hand, sent } = open(
    aList({ state: "checked" }),
    reply(importRows, rows),
    reply(changeImportRow, { state: "new" }),
    reply(runImport, aList({ state: "running" })),
  );
  const cell = await screen.findByLabelText("KAARAWAN of row 2");
  await hand.clear(cell);
  await hand.type(cell, "05/12/1962{Enter}");
  await hand.selectOptions(await screen.findByLabelText("What to do with row 5"), "Skip the row");
  expect(sent(changeImportRow)).toMatchObject([
    { params: { id: "7", row: "2" }, body: { cells: [{ column: 1, value: "05/12/1962" }] } },
    { params: { id: "7", row: "5" }, body: { choice: "skip" } },
  ]);
  await hand.click(screen.getByRole("button", { name: "Import 3 Patients" }));
  expect(sent(runImport)).toHaveLength(1);
});

test("a list of consultations has its own columns and words", async () => {
  const { hand, sent } = open(aList(), reply(mapImport, aList({ state: "checking" })));
  await hand.selectOptions(await screen.findByLabelText("What the list contains"), "Past consultations");
  expect(screen.queryByLabelText("Hospital")).toBeNull();
  expect(screen.getByRole("group", { name: /Consultations that are already here/ })).toBeTruthy();
  await hand.selectOptions(screen.getByLabelText("Import KASARIAN as"), "Date of the visit");
  await hand.click(screen.getByRole("button", { name: "Check the List" }));
  expect(sent(mapImport)).toMatchObject([
    { body: { kind: "consultations", targets: ["name.comma", "birthday", "visitDay"] } },
  ]);
});

test("asks whose consultation it may be", async () => {
  const mapping = { ...aList().mapping, kind: "consultations" as const };
  const match = {
    patientId: 44,
    row: null,
    patientName: "Reyes, Ana M.",
    birthday: "1988-05-05",
    admissionNo: "A-1",
    isArchived: true,
    isSure: false,
  };
  const { hand, sent } = open(
    aList({ state: "checked", mapping }),
    reply(importRows, [row({ row: 5, match })]),
    reply(changeImportRow, { state: "new" }),
  );
  await screen.findByRole("button", { name: "Import 3 Consultations" });
  await screen.findByText(/, born May 5, 1988, A-1, archived$/);
  await hand.selectOptions(await screen.findByLabelText("What to do with row 5"), "Add to this patient");
  expect(sent(changeImportRow)).toMatchObject([{ body: { choice: "update" } }]);
});

test("unreadable cells of all columns are decided at once", async () => {
  const unread = [
    { column: 1, header: "KAARAWAN", cells: 12, example: "31/31/1980" },
    { column: 2, header: "KASARIAN", cells: 3, example: "" },
  ];
  const { hand, sent } = open(
    aList({ state: "checked", unread }),
    reply(mapImport, aList({ state: "checking" })),
  );
  await screen.findByText("12 rows, such as “31/31/1980”");
  await hand.click(screen.getByRole("button", { name: "Import All Without Them" }));
  expect(sent(mapImport)).toMatchObject([{ body: { toRemarks: [1, 2] } }]);
});

test("a list without a sex is asked what these patients are", async () => {
  const list = aList({ mapping: { ...aList().mapping, targets: ["name.comma", "birthday.month", null] } });
  const { hand, sent } = open(list, reply(mapImport, aList({ state: "checking" })));
  const group = await screen.findByRole("group", { name: /not in the list/ });
  await hand.click(within(group).getByLabelText(/Not known yet/));
  await hand.click(screen.getByRole("button", { name: "Check the List" }));
  expect(sent(mapImport)).toMatchObject([{ body: { missingSex: "unknown" } }]);
});

test("wrong letters are read again from the file as the user chooses", async () => {
  const uploads = fakeUploads();
  const onRead = vi.fn();
  const { hand } = renderScreen(
    <ImportPanel id={7} file={new File(["x"], "list.csv")} onRead={onRead} onClose={vi.fn()} />,
    { answers: [reply(oneImport, aList({ format: "csv", sheets: [], encoding: "Windows-1252" }))] },
  );
  await hand.selectOptions(
    await screen.findByLabelText("Letters such as ñ are written in"),
    "Letters: DOS (850)",
  );
  expect(Object.fromEntries(new URL(uploads[0]?.address ?? "", "http://x").searchParams)).toEqual({
    encoding: "DOS (850)",
    replaces: "7",
  });
  uploads[0]?.answer(200, aList({ id: 8 }));
  await waitFor(() => expect(onRead).toHaveBeenCalledWith(8));
});

test("shows the progress of background work", async () => {
  open(aList({ state: "running", progress: 2, figures: { ...figures, new: 1, added: 2 } }));
  expect((await screen.findByRole("progressbar", { name: "Importing" })).getAttribute("aria-valuenow")).toBe(
    "67",
  );
});

test("asks before taking an import back", async () => {
  const { hand, sent } = open(
    aList({ state: "done", figures: { ...figures, added: 3 }, takeBackUntil: "2026-12-20T02:42:00Z" }),
    reply(takeBackImport, aList({ state: "taking-back" })),
  );
  await screen.findByText(/until December 20, 2026/);
  await hand.click(screen.getByRole("button", { name: "Take Back" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(sent(takeBackImport)).toHaveLength(0);
  await hand.click(within(dialog).getByRole("button", { name: "Take Back" }));
  expect(sent(takeBackImport)).toHaveLength(1);
});

test("shows an empty state", async () => {
  renderScreen(<ImportSettings />, { answers: [reply(listImports, [])] });
  await screen.findByText("Nothing imported yet");
});

test("lists that fail to load can be retried", async () => {
  renderScreen(<ImportSettings />, { answers: [loseConnection(listImports)] });
  await screen.findByText("Failed to load the lists");
});
