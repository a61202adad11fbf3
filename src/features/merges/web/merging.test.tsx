import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Candidate,
  dismissDuplicate,
  duplicatePairs,
  type LikelyPair,
  listMerges,
  type Merge,
  type MergePreview,
  mergePatients,
  previewMerge,
  undoMerge,
} from "#features/merges/contract.ts";
import { type FakeAnswer, loseConnection, refuse, renderScreen, reply } from "#web/testing.tsx";
import { CompareScreen } from "./CompareScreen.tsx";
import { DuplicateList } from "./DuplicateList.tsx";
import { MergeList } from "./MergeList.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const older: Candidate = {
  id: 7,
  patientName: "Dela Peña, Consuelo Rivera",
  birthday: "1961-03-08",
  age: 65,
  sex: "F",
  admissionNo: "20240112-004",
  hospital: "Chong Hua Hospital - Fuente",
  contactNumber: "+639175550188",
  lastVisitAt: "2026-09-20T02:42:00.000Z",
  createdAt: "2024-01-12T02:42:00.000Z",
  isArchived: false,
};
const newer: Candidate = {
  ...older,
  id: 8,
  patientName: "De la Pena, Ma. Consuelo",
  admissionNo: "20261118-006",
  contactNumber: null,
};
const pair: LikelyPair = { matches: ["name", "birthday"], patients: [older, newer] };

describe("the list of possible duplicates", () => {
  const show = (answers: FakeAnswer[]) => {
    const onCompare = vi.fn();
    return {
      onCompare,
      ...renderScreen(<DuplicateList onCompare={onCompare} onOpenPatient={() => undefined} />, { answers }),
    };
  };

  it("compares a pair, the older record first, and dismisses it for good", async () => {
    let isDismissed = false;
    const { hand, sent, onCompare } = show([
      reply(duplicatePairs, () => (isDismissed ? [] : [pair])),
      reply(dismissDuplicate, () => {
        isDismissed = true;
        return { patientId: 7, otherId: 8 };
      }),
    ]);
    const list = within(await screen.findByRole("list", { name: "Possible duplicates" }));
    list.getByText("Same birthday");
    await hand.click(list.getByRole("button", { name: /^Compare/ }));
    expect(onCompare).toHaveBeenCalledWith(7, 8);
    await hand.click(list.getByRole("button", { name: /^Not the Same Person/ }));
    await screen.findByText("No possible duplicates");
    expect(sent(dismissDuplicate)).toMatchObject([{ body: { patientId: 7, otherId: 8 } }]);
  });

  it("continues past an empty page", async () => {
    const next = { "x-next-cursor": "further" };
    const { hand, answer } = show([reply(duplicatePairs, [], next)]);
    await screen.findByText("None among the newest records");
    answer(reply(duplicatePairs, [pair]));
    await hand.click(screen.getByRole("button", { name: "Check Older Records" }));
    await screen.findByRole("button", { name: /^Compare/ });
  });

  it("shows an error when it fails to load, and retries", async () => {
    const { hand, answer } = show([loseConnection(duplicatePairs)]);
    await screen.findByText("Failed to load possible duplicates");
    answer(reply(duplicatePairs, []));
    await hand.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("No possible duplicates");
  });
});

const side = (of: Candidate, consultations: number, allergies: string): MergePreview["survivor"] => ({
  id: of.id,
  patientName: of.patientName,
  admissionNo: of.admissionNo,
  sex: of.sex,
  birthday: of.birthday,
  patientPhoto: null,
  allergies,
  isAdmitted: false,
  isArchived: false,
  createdAt: of.createdAt,
  consultations,
});
const preview: MergePreview = {
  survivor: side(older, 9, "Sulfa, rash"),
  other: side(newer, 1, "No known allergies"),
  fields: [
    {
      field: "patientName",
      survivor: older.patientName,
      other: newer.patientName,
      stays: "survivor",
      isFixed: false,
    },
    { field: "birthday", survivor: "1961-03-08", other: "1961-03-08", stays: "survivor", isFixed: false },
    { field: "address", survivor: "Mandaue City", other: "Blk 4 Lot 9", stays: "survivor", isFixed: false },
    { field: "email", survivor: null, other: "consuelo@patient.test", stays: "other", isFixed: false },
    { field: "sex", survivor: "F", other: "M", stays: "survivor", isFixed: false },
  ],
  customFields: [{ field: "Blood type", survivor: null, other: "O" }],
  obstacles: [],
  allergies: "Sulfa, rash",
  moves: [
    { kind: "consultations", count: 1 },
    { kind: "files", count: 2 },
    { kind: "bills", count: 1 },
  ],
  billed: "800.00",
  joined: 1,
  undoUntil: "2026-12-20T02:42:00.000Z",
};

describe("the comparison", () => {
  const show = (answers: FakeAnswer[]) => {
    const handlers = { onSwap: vi.fn(), onMerged: vi.fn(), onLeave: vi.fn(), onOpenPatient: vi.fn() };
    return {
      ...handlers,
      ...renderScreen(<CompareScreen stays={7} goes={8} head={(actions) => actions} {...handlers} />, {
        answers,
      }),
    };
  };
  const choice = (field: string, value: RegExp) =>
    within(screen.getByRole("group", { name: field })).getByRole<HTMLInputElement>("radio", { name: value });

  it("shows differences, all fields on request, and sends the choices", async () => {
    const { hand, sent, onMerged } = show([
      reply(previewMerge, preview),
      reply(mergePatients, { id: 31, patientId: 7, undoUntil: preview.undoUntil }),
    ]);
    await screen.findByText("What Moves to Dela Peña, Consuelo Rivera");
    expect(choice("Email", /not recorded/).checked).toBe(false);
    expect(choice("Email", /consuelo@/).checked).toBe(true);
    expect(screen.queryByRole("group", { name: "Birthday" })).toBeNull();
    await hand.click(screen.getByRole("button", { name: /^Show All Fields/ }));
    within(screen.getByRole("group", { name: "Birthday" })).getAllByText("Mar 8, 1961");
    expect(screen.getByRole("list", { name: "What moves" }).textContent).toBe(
      "1 consultation2 files1 bill, ₱800.00",
    );
    await hand.click(choice("Address", /Blk 4/));
    await hand.click(screen.getByRole("button", { name: "Merge" }));
    const question = within(await screen.findByRole("alertdialog"));
    question.getByText(/until December 20, 2026/);
    await hand.click(question.getByRole("button", { name: "Merge Records" }));
    await waitFor(() => expect(onMerged).toHaveBeenCalledWith(expect.objectContaining({ mergeId: 31 })));
    expect(sent(mergePatients)).toMatchObject([
      { params: { id: "7" }, body: { otherId: 8, choices: { address: "other" } } },
    ]);
    // A refetch would miss one of the two.
    expect(sent(previewMerge)).toHaveLength(1);
  });

  it("refetches with the chosen sex, which can be refused, and then offers no merge", async () => {
    const { hand, sent } = show([
      reply(previewMerge, ({ query }) =>
        query.sex === "other"
          ? { ...preview, obstacles: ["A pregnancy is open."], moves: [], allergies: null }
          : preview,
      ),
    ]);
    await screen.findByRole("button", { name: "Merge" });
    await hand.click(choice("Sex", /Male/));
    await screen.findByText("A pregnancy is open.");
    expect(screen.queryByRole("button", { name: "Merge" })).toBeNull();
    expect(sent(previewMerge).at(-1)).toMatchObject({ query: { otherId: "8", sex: "other" } });
  });

  it("keeps the choices when the merge is refused, and says why", async () => {
    const { hand, onMerged } = show([
      reply(previewMerge, preview),
      refuse(
        mergePatients,
        "taken",
        "Both records are of a patient in hospital. Discharge one of them first.",
      ),
    ]);
    await hand.click(await screen.findByRole("button", { name: "Merge" }));
    await hand.click(await screen.findByRole("button", { name: "Merge Records" }));
    await screen.findByText(/Discharge one of them first/);
    expect(onMerged).not.toHaveBeenCalled();
  });

  it("swaps the survivor", async () => {
    const { hand, onSwap } = show([reply(previewMerge, preview)]);
    await hand.click(await screen.findByRole("button", { name: "Keep the Other" }));
    expect(onSwap).toHaveBeenCalled();
  });

  it("says when one of the two is gone", async () => {
    show([refuse(previewMerge, "not_found", "Patient not found")]);
    await screen.findByText("Record not found");
  });

  it("can be retried without a connection", async () => {
    const { hand, answer } = show([loseConnection(previewMerge)]);
    await screen.findByText("Failed to compare the records");
    answer(reply(previewMerge, preview));
    await hand.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("button", { name: "Merge" });
  });
});

describe("the merges that can be undone", () => {
  const merge: Merge = {
    id: 31,
    patientId: 7,
    patientName: older.patientName,
    otherName: newer.patientName,
    otherAdmissionNo: newer.admissionNo,
    mergedAt: "2026-11-20T02:00:00.000Z",
    mergedBy: "Rafael Peñaflor",
    undoUntil: "2026-12-20T02:00:00.000Z",
  };
  const show = (answers: FakeAnswer[]) => {
    const onUndone = vi.fn();
    return {
      onUndone,
      ...renderScreen(<MergeList onOpenPatient={() => undefined} onUndone={onUndone} />, { answers }),
    };
  };

  it("are undone after a confirmation", async () => {
    const { hand, sent, onUndone } = show([
      reply(listMerges, [merge]),
      reply(undoMerge, { patientId: 7, otherId: 8 }),
    ]);
    await hand.click(await screen.findByRole("button", { name: /^Undo the merge/ }));
    await hand.click(await screen.findByRole("button", { name: "Undo Merge" }));
    await waitFor(() => expect(onUndone).toHaveBeenCalledWith(31));
    expect(sent(undoMerge)).toMatchObject([{ params: { id: "31" } }]);
  });

  it("say what has to be undone first", async () => {
    const { hand } = show([
      reply(listMerges, [{ ...merge, patientName: null }]),
      refuse(undoMerge, "taken", "Third, One was merged into the same record later. Undo that merge first."),
    ]);
    await screen.findByText("a record that was deleted or merged since");
    await hand.click(screen.getByRole("button", { name: /^Undo the merge/ }));
    await hand.click(await screen.findByRole("button", { name: "Undo Merge" }));
    await screen.findByText(/Undo that merge first/);
  });
});
