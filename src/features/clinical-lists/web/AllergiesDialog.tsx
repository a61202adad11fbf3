import { useState } from "react";
import {
  type Allergy,
  type AllergyChanges,
  addAllergy,
  allergies,
  changeAllergy,
  noKnownAllergies,
  type Severity,
  sayNoKnownAllergies,
  severities,
  splitAllergyText,
  type WayKnown,
  waysKnown,
} from "#features/clinical-lists/contract.ts";
import { rowStateLabels, wayKnownLabels } from "#features/clinical-lists/words.ts";
import { allergiesIn } from "#shared/prescription/allergy-classes.ts";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import type { RowField, Typed } from "./RowForm.tsx";
import { dotted, recordedWords, sent } from "./recorded.ts";
import { stateSetter } from "./state-setter.ts";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const unknown = { value: "", label: "Not known" };

const fields: readonly RowField[] = [
  {
    name: "substance",
    label: "Substance",
    placeholder: "Penicillin",
    maxLength: 120,
    isRequired: true,
    width: "col-span-2 md:col-span-3",
  },
  {
    name: "reaction",
    label: "Reaction",
    placeholder: "rash",
    maxLength: 200,
    width: "col-span-2 md:col-span-3",
  },
  {
    name: "severity",
    label: "Severity",
    options: [unknown, ...severities.map((value) => ({ value, label: capital(value) }))],
    width: "md:col-span-3",
  },
  {
    name: "howKnown",
    label: "Known by",
    options: [unknown, ...waysKnown.map((value) => ({ value, label: capital(wayKnownLabels[value]) }))],
    width: "md:col-span-3",
  },
];

const draftOf = (typed: Typed) => ({
  substance: typed.substance ?? "",
  reaction: sent(typed, "reaction"),
  severity: sent(typed, "severity") as Severity | null,
  howKnown: sent(typed, "howKnown") as WayKnown | null,
});

type State = NonNullable<AllergyChanges["state"]>;

export function AllergiesDialog({ patientId, onClose }: ListDialogProps) {
  const params = { id: String(patientId) };
  const answersFor = useAnswersFor();
  const read = useCall(allergies, { params });
  const noKnown = useCall(noKnownAllergies, { params }).data;
  const add = useEndpointMutation(addAllergy, { done: null, failed: null });
  const change = useEndpointMutation(changeAllergy, {
    done: null,
    failed: { title: "Error", fallback: "Failed to change the allergy" },
    invalidatesOnError: true,
  });
  const sayNone = useEndpointMutation(sayNoKnownAllergies, {
    done: null,
    failed: { title: "Error", fallback: "Failed to save it" },
  });
  const [split, setSplit] = useState<Allergy | null>(null);
  const patch = (id: number, body: AllergyChanges, ifMatch?: number) =>
    change.mutateAsync({ params: { ...params, rowId: String(id) }, body, ifMatch });
  const set = stateSetter<State>(patch);
  const setState = (row: Allergy, state: State, done: string) =>
    set({ ...row, state: row.state === "replaced" ? "resolved" : row.state }, state, done);
  const rows = read.data ?? [];
  const hasActive = rows.some(({ state }) => state === "active");
  const listed = (row: Allergy): ListedRow => {
    const isActive = row.state === "active";
    return {
      key: String(row.id),
      name: row.substance,
      isBad: isActive,
      detail: dotted([
        row.isFreeText && "free text",
        row.reaction,
        row.severity,
        row.howKnown && wayKnownLabels[row.howKnown],
        !isActive && rowStateLabels[row.state],
        recordedWords(row),
      ]),
      isOver: !isActive,
      acts: [
        ...(isActive && row.isFreeText ? [{ label: "Turn into rows", onPress: () => setSplit(row) }] : []),
        isActive
          ? { label: "Resolve", onPress: () => setState(row, "resolved", `${row.substance} resolved`) }
          : {
              label: "Active again",
              onPress: () => setState(row, "active", `${row.substance} is active again`),
            },
      ],
      ...(!row.isFreeText &&
        row.state !== "entered_in_error" && {
          typed: {
            substance: row.substance,
            reaction: row.reaction ?? "",
            severity: row.severity ?? "",
            howKnown: row.howKnown ?? "",
          },
          onSave: (typed: Typed) => patch(row.id, draftOf(typed), row.version),
          onMistake: answersFor(row)
            ? () => setState(row, "entered_in_error", `${row.substance} marked as recorded by mistake`)
            : undefined,
        }),
    };
  };
  return (
    <ListDialog
      title="Allergies"
      one="allergy"
      empty={noKnown ? `${noKnown.words}, ${recordedWords(noKnown)}` : "Allergies: not recorded"}
      patientId={patientId}
      read={read}
      rows={rows.map(listed)}
      fields={fields}
      blank={{}}
      onAdd={(typed) => add.mutateAsync({ params, body: draftOf(typed) })}
      onClose={onClose}
    >
      {split ? (
        <SplitText key={split.id} row={split} patientId={patientId} onDone={() => setSplit(null)} />
      ) : (
        read.data &&
        !hasActive && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 md:px-5">
            <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
              {noKnown
                ? "Recording an allergy takes this back."
                : "Did the patient say that there are none? That is not the same as not recorded."}
            </p>
            <Button size="sm" busy={sayNone.isPending} onClick={() => sayNone.mutate({ params })}>
              {noKnown ? "Confirm again today" : "No known allergies"}
            </Button>
          </div>
        )
      )}
    </ListDialog>
  );
}

/** Free text, split into suggestions line by line: a person reads it, and decides. */
function SplitText({ row, patientId, onDone }: { row: Allergy; patientId: number; onDone: () => void }) {
  const [text, setText] = useState(() => allergiesIn(row.substance).join("\n"));
  const split = useEndpointMutation(splitAllergyText, {
    done: "The text is now rows",
    failed: { title: "Error", fallback: "Failed to save the rows" },
  });
  const substances = [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
  const tooLong = substances.find((substance) => substance.length > 120);
  const save = () =>
    split
      .mutateAsync({
        params: { id: String(patientId), rowId: String(row.id) },
        body: { rows: substances.map((substance) => ({ substance })) },
      })
      .then(onDone, () => undefined);
  return (
    <NoteBox tone="info" className="m-4 md:mx-5" title="Turn the text into rows">
      <p className="whitespace-pre-line">As typed: “{row.substance}”</p>
      <Field
        label="One substance on each line"
        hint="Read it and correct it. Reactions are added to the rows afterwards."
        className="mt-2 text-ink"
      >
        <TextArea
          rows={Math.min(Math.max(substances.length + 1, 3), 8)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="bg-surface"
        />
      </Field>
      {tooLong && <FieldError>Use at most 120 characters on a line</FieldError>}
      <div className="mt-2 flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button
          size="sm"
          disabled={substances.length === 0 || tooLong !== undefined}
          busy={split.isPending}
          onClick={() => void save()}
        >
          {substances.length === 1 ? "Save 1 row" : `Save ${substances.length} rows`}
        </Button>
      </div>
    </NoteBox>
  );
}
