import type * as contract from "#features/clinical-lists/contract.ts";
import { rowStateLabels } from "#features/clinical-lists/words.ts";
import type { ConfidentialEntry } from "#features/confidential/contract.ts";
import { useConfidential } from "#web/clinical/ConfidentialLine.tsx";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import type { ListDialogProps, ListedRow } from "./ListDialog.tsx";
import type { RowField, Typed } from "./RowForm.tsx";
import { dotted, recordedWords } from "./recorded.ts";

type Contract = typeof contract;
type All = Contract["alerts" | "allergies" | "medicines" | "problems"];
type Add = Contract["addAlert" | "addAllergy" | "addMedicine" | "addProblem"];
type Change = Contract["changeAlert" | "changeAllergy" | "changeMedicine" | "changeProblem"];

/** What the rows of all lists have. A medicine of a prescription has no id. */
export type EditedRow = {
  id: number | null;
  version: number | null;
  state: string;
  isOwn: boolean;
  isConfidential?: boolean;
  recordedAt: string;
  recordedByName: string | null;
};

/** One of a patient's lists as its dialog edits it: what distinguishes it from the others. */
export type EditedList<R extends EditedRow> = {
  all: All;
  add: Add;
  change: Change;
  title: string;
  /** "allergy". */
  one: string;
  empty: string;
  fields: readonly RowField[];
  /** The values of a new row, where they are not empty. */
  blank?: Typed;
  /** Its rows may be confidential, under this name. */
  confidential?: ConfidentialEntry;
  nameOf: (row: R) => string;
  /** Before the row's state and author. */
  detailOf: (row: R) => readonly (string | null | false)[];
  typedOf: (row: R) => Typed;
  draftOf: (typed: Typed) => object;
};

/** A patient's list, its dialog's properties, and what can be done with a row. */
export function useEditedList<R extends EditedRow>(
  list: EditedList<R>,
  { patientId, onClose }: ListDialogProps,
) {
  const { all, title, one, empty, fields, blank = {}, confidential: entry, nameOf, detailOf, draftOf } = list;
  const params = { id: String(patientId) };
  const answersFor = useAnswersFor();
  const confidential = useConfidential(patientId);
  const read = useCall(all, { params });
  const add = useEndpointMutation(list.add, { done: null, failed: null });
  const change = useEndpointMutation(list.change, {
    done: null,
    failed: { title: "Error", fallback: `Failed to change the ${one}` },
    invalidatesOnError: true,
  });
  const patch = ({ id, version }: R, body: object, ifMatch = version) =>
    change.mutateAsync({
      params: { ...params, rowId: String(id) },
      body: body as never,
      ifMatch: ifMatch ?? undefined,
    });
  /** Offers Undo. The mutation itself reports a failure. */
  const setState = (row: R, state: string, done: string): void => {
    // Free text that was replaced cannot be so again.
    const before = row.state === "replaced" ? "resolved" : row.state;
    const undo = () => void patch(row, { state: before }, null).catch(() => undefined);
    void patch(row, { state }).then(
      () => notify({ kind: "success", title: `${nameOf(row)} ${done}`, undo }),
      () => undefined,
    );
  };
  return {
    rows: (read.data ?? []) as unknown as R[],
    dialog: {
      title,
      one,
      empty,
      patientId,
      read,
      fields,
      blank,
      onClose,
      onAdd: (typed: Typed) => {
        const draft = { ...draftOf(typed), ...(entry && { isConfidential: typed.isConfidential === "yes" }) };
        return add.mutateAsync({ params, body: draft as never });
      },
    },
    params,
    patch,
    setState,
    /** The button that changes who sees an active row. */
    confidentialAct: (row: R): ListedRow["acts"] => {
      const { id, state, isConfidential = false } = row;
      if (!entry || id === null || state !== "active" || !confidential.mayMark(row)) return [];
      return [
        {
          label: isConfidential ? "Not confidential" : "Make confidential",
          onPress: () => confidential.mark(entry, id, !isConfidential),
        },
      ];
    },
    /** Edit, for a row that was not recorded by mistake. */
    editing: (row: R, onMistake = () => setState(row, "entered_in_error", "marked as entered in error")) =>
      row.id !== null &&
      row.state !== "entered_in_error" && {
        typed: list.typedOf(row),
        onSave: (typed: Typed) => patch(row, draftOf(typed)),
        onMistake: answersFor(row) ? onMistake : undefined,
      },
    detail: (row: R) =>
      dotted([
        ...detailOf(row),
        row.state !== "active" && rowStateLabels[row.state as contract.Allergy["state"]],
        recordedWords(row),
      ]),
  };
}
