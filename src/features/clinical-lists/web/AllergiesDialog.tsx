import { useState } from "react";
import {
  type Allergy,
  addAllergy,
  allergies,
  changeAllergy,
  noKnownAllergies,
  sayNoKnownAllergies,
  severities,
  splitAllergyText,
  waysKnown,
} from "#features/clinical-lists/contract.ts";
import { wayKnownLabels } from "#features/clinical-lists/words.ts";
import { capitalized } from "#shared/formats/capitalized.ts";
import { allergiesIn } from "#shared/prescription/allergy-classes.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import type { ListDialogProps } from "./ListDialog.tsx";
import { recordedWords, sent } from "./recorded.ts";
import { StateListDialog } from "./StateListDialog.tsx";
import type { EditedList } from "./use-edited-list.ts";

const unknown = { value: "", label: "Not known" };

const list: EditedList<Allergy> = {
  all: allergies,
  add: addAllergy,
  change: changeAllergy,
  title: "Allergies",
  one: "allergy",
  empty: "Allergies: not recorded",
  fields: [
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
      options: [unknown, ...severities.map((value) => ({ value, label: capitalized(value) }))],
      width: "md:col-span-3",
    },
    {
      name: "howKnown",
      label: "Known by",
      options: [unknown, ...waysKnown.map((value) => ({ value, label: capitalized(wayKnownLabels[value]) }))],
      width: "md:col-span-3",
    },
  ],
  nameOf: ({ substance }) => substance,
  detailOf: ({ isFreeText, reaction, severity, howKnown }) => [
    isFreeText && "free text",
    reaction,
    severity,
    howKnown && wayKnownLabels[howKnown],
  ],
  typedOf: ({ substance, reaction, severity, howKnown }) => ({
    substance,
    reaction: reaction ?? "",
    severity: severity ?? "",
    howKnown: howKnown ?? "",
  }),
  draftOf: (typed) => ({
    substance: typed.substance ?? "",
    reaction: sent(typed, "reaction"),
    severity: sent(typed, "severity"),
    howKnown: sent(typed, "howKnown"),
  }),
};

export function AllergiesDialog(props: ListDialogProps) {
  const { patientId } = props;
  const params = { id: String(patientId) };
  const rows = useCall(allergies, { params }).data;
  const noKnown = useCall(noKnownAllergies, { params }).data;
  const recordNone = useEndpointMutation(sayNoKnownAllergies, {
    done: null,
    failed: { title: "Error", fallback: "Failed to save it" },
  });
  const [split, setSplit] = useState<Allergy | null>(null);
  return (
    <StateListDialog
      {...props}
      list={list}
      empty={noKnown ? `${noKnown.words}, ${recordedWords(noKnown)}` : list.empty}
      more={(row) => ({
        isBad: row.state === "active",
        // It is changed in the patient's field, or made into rows.
        ...(row.isFreeText && {
          typed: undefined,
          acts: row.state === "active" ? [{ label: "Make It a List", onPress: () => setSplit(row) }] : [],
        }),
      })}
    >
      {split ? (
        <SplitText key={split.id} row={split} patientId={patientId} onDone={() => setSplit(null)} />
      ) : (
        rows &&
        !rows.some(({ state }) => state === "active") && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 md:px-5">
            <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
              {noKnown
                ? "Recording an allergy ends this."
                : "Only if the patient said so: it is not the same as “not recorded”."}
            </p>
            <Button size="sm" busy={recordNone.isPending} onClick={() => recordNone.mutate({ params })}>
              {noKnown ? "Confirm Again Today" : "No known allergies"}
            </Button>
          </div>
        )
      )}
    </StateListDialog>
  );
}

/** Free text, split into suggestions line by line: a person reads it, and decides. */
function SplitText({ row, patientId, onDone }: { row: Allergy; patientId: number; onDone: () => void }) {
  const [text, setText] = useState(() => allergiesIn(row.substance).join("\n"));
  const split = useEndpointMutation(splitAllergyText, {
    done: "The text is now a list",
    failed: { title: "Error", fallback: "Failed to save the list" },
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
    <NoteBox tone="info" className="m-4 md:mx-5" title="Make the text a list">
      <p className="whitespace-pre-line">As typed: “{row.substance}”</p>
      <Field
        label="One substance on each line"
        hint="Check and correct it. Add reactions afterwards."
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
          {substances.length === 1 ? "Save 1 Allergy" : `Save ${substances.length} Allergies`}
        </Button>
      </div>
    </NoteBox>
  );
}
