import {
  addProblem,
  changeProblem,
  type Problem,
  type ProblemChanges,
  problems,
} from "#features/clinical-lists/contract.ts";
import { rowStateLabels } from "#features/clinical-lists/words.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import { useConfidential } from "#web/clinical/ConfidentialLine.tsx";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import type { RowField, Typed } from "./RowForm.tsx";
import { dotted, recordedWords, sent } from "./recorded.ts";
import { stateSetter } from "./state-setter.ts";

const fields: readonly RowField[] = [
  {
    name: "words",
    label: "Problem",
    placeholder: "Hypertension",
    maxLength: 255,
    isRequired: true,
    width: "col-span-2 md:col-span-6",
  },
  { name: "code", label: "ICD-10 code", placeholder: "I10", maxLength: 10, width: "md:col-span-3" },
  { name: "since", label: "Since", placeholder: "2019 or 2019-05", maxLength: 10, width: "md:col-span-3" },
  {
    name: "isConfidential",
    label: "Confidential",
    isConfidentialMark: true,
    width: "col-span-2 md:col-span-12",
  },
];

const draftOf = (typed: Typed) => ({
  words: typed.words ?? "",
  code: sent(typed, "code"),
  since: sent(typed, "since"),
});

const newOf = (typed: Typed) => ({ ...draftOf(typed), isConfidential: typed.isConfidential === "yes" });

export function ProblemsDialog({ patientId, onClose }: ListDialogProps) {
  const params = { id: String(patientId) };
  const answersFor = useAnswersFor();
  const confidential = useConfidential(patientId);
  const read = useCall(problems, { params });
  const add = useEndpointMutation(addProblem, { done: null, failed: null });
  const change = useEndpointMutation(changeProblem, {
    done: null,
    failed: { title: "Error", fallback: "Failed to change the problem" },
    invalidatesOnError: true,
  });
  const patch = (id: number, body: ProblemChanges, ifMatch?: number) =>
    change.mutateAsync({ params: { ...params, rowId: String(id) }, body, ifMatch });
  const setState = stateSetter<Problem["state"]>(patch);
  const listed = (row: Problem): ListedRow => {
    const isActive = row.state === "active";
    return {
      key: String(row.id),
      name: row.words,
      detail: dotted([
        row.code,
        row.since && `since ${formatPartialDay(row.since)}`,
        !isActive && rowStateLabels[row.state],
        recordedWords(row),
      ]),
      isOver: !isActive,
      isConfidential: row.isConfidential,
      acts: [
        ...(confidential.mayMark(row) && isActive
          ? [
              {
                label: row.isConfidential ? "Not confidential" : "Make confidential",
                onPress: () => confidential.mark("problem", row.id, !row.isConfidential),
              },
            ]
          : []),
        isActive
          ? { label: "Resolve", onPress: () => setState(row, "resolved", `${row.words} resolved`) }
          : { label: "Active again", onPress: () => setState(row, "active", `${row.words} is active again`) },
      ],
      ...(row.state !== "entered_in_error" && {
        typed: { words: row.words, code: row.code ?? "", since: row.since ?? "" },
        onSave: (typed: Typed) => patch(row.id, draftOf(typed), row.version),
        onMistake: answersFor(row)
          ? () => setState(row, "entered_in_error", `${row.words} marked as recorded by mistake`)
          : undefined,
      }),
    };
  };
  return (
    <ListDialog
      title="Problems"
      one="problem"
      empty="No problems recorded"
      patientId={patientId}
      read={read}
      rows={(read.data ?? []).map(listed)}
      fields={fields}
      blank={{}}
      onAdd={(typed) => add.mutateAsync({ params, body: newOf(typed) })}
      onClose={onClose}
    />
  );
}
