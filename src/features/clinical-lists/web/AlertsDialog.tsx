import {
  type Alert,
  type AlertChanges,
  addAlert,
  alerts,
  changeAlert,
} from "#features/clinical-lists/contract.ts";
import { rowStateLabels } from "#features/clinical-lists/words.ts";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import type { RowField, Typed } from "./RowForm.tsx";
import { dotted, recordedWords } from "./recorded.ts";
import { stateSetter } from "./state-setter.ts";

const fields: readonly RowField[] = [
  {
    name: "words",
    label: "Alert",
    placeholder: "Interpreter, wheelchair, pays by company",
    maxLength: 60,
    isRequired: true,
    width: "col-span-2 md:col-span-8",
  },
  {
    name: "isWarning",
    label: "Shown as",
    options: [
      { value: "", label: "Information" },
      { value: "yes", label: "Warning" },
    ],
    width: "col-span-2 md:col-span-4",
  },
];

const draftOf = (typed: Typed) => ({ words: typed.words ?? "", isWarning: typed.isWarning === "yes" });

export function AlertsDialog({ patientId, onClose }: ListDialogProps) {
  const params = { id: String(patientId) };
  const answersFor = useAnswersFor();
  const read = useCall(alerts, { params });
  const add = useEndpointMutation(addAlert, { done: null, failed: null });
  const change = useEndpointMutation(changeAlert, {
    done: null,
    failed: { title: "Error", fallback: "Failed to change the alert" },
    invalidatesOnError: true,
  });
  const patch = (id: number, body: AlertChanges, ifMatch?: number) =>
    change.mutateAsync({ params: { ...params, rowId: String(id) }, body, ifMatch });
  const setState = stateSetter<Alert["state"]>(patch);
  const listed = (row: Alert): ListedRow => {
    const isActive = row.state === "active";
    return {
      key: String(row.id),
      name: row.words,
      detail: dotted([
        row.isWarning && "warning",
        !isActive && rowStateLabels[row.state],
        recordedWords(row),
      ]),
      isOver: !isActive,
      acts: [
        isActive
          ? { label: "Remove", onPress: () => setState(row, "resolved", `${row.words} removed`) }
          : { label: "Show again", onPress: () => setState(row, "active", `${row.words} is shown again`) },
      ],
      ...(row.state !== "entered_in_error" && {
        typed: { words: row.words, isWarning: row.isWarning ? "yes" : "" },
        onSave: (typed: Typed) => patch(row.id, draftOf(typed), row.version),
        onMistake: answersFor(row)
          ? () => setState(row, "entered_in_error", `${row.words} marked as recorded by mistake`)
          : undefined,
      }),
    };
  };
  return (
    <ListDialog
      title="Alerts"
      one="alert"
      empty="No alerts"
      patientId={patientId}
      read={read}
      rows={(read.data ?? []).map(listed)}
      fields={fields}
      blank={{}}
      onAdd={(typed) => add.mutateAsync({ params, body: draftOf(typed) })}
      onClose={onClose}
    />
  );
}
