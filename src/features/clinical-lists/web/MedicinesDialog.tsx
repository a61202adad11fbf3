import { useState } from "react";
import {
  addMedicine,
  changeMedicine,
  changeStop,
  type Medicine,
  type MedicineChanges,
  type MedicineSource,
  medicines,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { medicineStateLabels, sourceLabels } from "#features/clinical-lists/words.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { useConfidential } from "#web/clinical/ConfidentialLine.tsx";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import { type RowField, RowForm, type Typed } from "./RowForm.tsx";
import { dotted, recordedWords, sent } from "./recorded.ts";

const fields: readonly RowField[] = [
  {
    name: "generic",
    label: "Generic name",
    placeholder: "warfarin",
    maxLength: 255,
    isRequired: true,
    width: "col-span-2 md:col-span-5",
  },
  {
    name: "dose",
    label: "Dose",
    placeholder: "2.5 mg every evening",
    maxLength: 255,
    width: "col-span-2 md:col-span-4",
  },
  { name: "since", label: "Since", placeholder: "2019 or 2019-05", maxLength: 10, width: "md:col-span-3" },
  {
    name: "until",
    label: "Last day",
    placeholder: "2026-12-31",
    maxLength: 10,
    width: "md:col-span-3",
  },
  {
    name: "source",
    label: "Source",
    options: [
      { value: "elsewhere", label: "From elsewhere" },
      { value: "over_the_counter", label: "Over the counter" },
    ],
    width: "col-span-2 md:col-span-4",
  },
  {
    name: "isConfidential",
    label: "Confidential",
    isConfidentialMark: true,
    width: "col-span-2 md:col-span-12",
  },
];

const why: readonly RowField[] = [
  {
    name: "stopReason",
    label: "Why is it stopped?",
    maxLength: 200,
    isRequired: true,
    width: "col-span-2 md:col-span-12",
  },
];

const draftOf = (typed: Typed) => ({
  generic: typed.generic ?? "",
  dose: sent(typed, "dose"),
  since: sent(typed, "since"),
  until: sent(typed, "until"),
  source: (sent(typed, "source") ?? "elsewhere") as MedicineSource,
});

const newOf = (typed: Typed) => ({ ...draftOf(typed), isConfidential: typed.isConfidential === "yes" });

const medicineKey = ({ id, prescriptionId, item }: Medicine) =>
  id === null ? `rx ${prescriptionId} ${item}` : String(id);
const failed = { title: "Error", fallback: "Failed to change the medicine" };

export function MedicinesDialog({ patientId, onClose }: ListDialogProps) {
  const params = { id: String(patientId) };
  const answersFor = useAnswersFor();
  const confidential = useConfidential(patientId);
  const read = useCall(medicines, { params });
  const add = useEndpointMutation(addMedicine, { done: null, failed: null });
  const change = useEndpointMutation(changeMedicine, { done: null, failed, invalidatesOnError: true });
  const stop = useEndpointMutation(stopPrescribed, { done: null, failed: null });
  const takeBack = useEndpointMutation(changeStop, { done: null, failed });
  const [stopping, setStopping] = useState<Medicine | null>(null);

  const patch = (id: number, body: MedicineChanges, ifMatch?: number | null) =>
    change.mutateAsync({ params: { ...params, rowId: String(id) }, body, ifMatch: ifMatch ?? undefined });
  const undoStop = (stopId: number) =>
    takeBack.mutate({ params: { ...params, rowId: String(stopId) }, body: { state: "entered_in_error" } });
  const stopNow = async (row: Medicine, stopReason: string) => {
    let undo: () => void;
    if (row.id !== null) {
      const { id } = row;
      await patch(id, { state: "stopped", stopReason }, row.version);
      undo = () => void patch(id, { state: "active", until: row.until }).catch(() => undefined);
    } else {
      const { prescriptionId, item } = row;
      if (prescriptionId === null || item === null) return;
      const stopped = await stop.mutateAsync({ params, body: { prescriptionId, item, stopReason } });
      undo = () => undoStop(stopped.id);
    }
    setStopping(null);
    notify({ kind: "success", title: `${row.generic} stopped`, undo });
  };
  const takeAgain = (row: Medicine) => {
    if (row.stopId !== null) undoStop(row.stopId);
    else if (row.id !== null)
      void patch(row.id, { state: "active", until: null }, row.version).catch(() => undefined);
  };
  const listed = (row: Medicine): ListedRow => {
    const isNow = row.state === "active";
    const canTakeAgain = row.stopId !== null || row.id !== null;
    const { id } = row;
    return {
      key: medicineKey(row),
      name: [row.generic, row.dose].filter(Boolean).join(" "),
      detail: dotted([
        row.frequency,
        sourceLabels[row.source],
        row.since && `since ${formatPartialDay(row.since)}`,
        row.until
          ? `${row.state === "stopped" ? "stopped" : "until"} ${formatDay(row.until)}`
          : row.source === "prescription" && "no end given",
        row.stopReason,
        !isNow && row.state !== "stopped" && medicineStateLabels[row.state],
        row.source !== "prescription" && recordedWords(row),
      ]),
      isOver: !isNow,
      isConfidential: row.isConfidential,
      acts: isNow
        ? [
            ...(id !== null && confidential.mayMark(row)
              ? [
                  {
                    label: row.isConfidential ? "Not confidential" : "Make confidential",
                    onPress: () => confidential.mark("medicine", id, !row.isConfidential),
                  },
                ]
              : []),
            { label: "Stop", onPress: () => setStopping(row) },
          ]
        : canTakeAgain
          ? [{ label: "Taken again", onPress: () => takeAgain(row) }]
          : [],
      ...(id !== null &&
        row.state !== "entered_in_error" && {
          typed: {
            generic: row.generic,
            dose: row.dose ?? "",
            since: row.since ?? "",
            until: row.until ?? "",
            source: row.source,
          },
          onSave: (typed: Typed) => patch(id, draftOf(typed), row.version),
          onMistake: answersFor(row)
            ? () => void patch(id, { state: "entered_in_error" }, row.version).catch(() => undefined)
            : undefined,
        }),
    };
  };
  return (
    <ListDialog
      title="Medicines now"
      one="medicine"
      empty="No medicines recorded"
      patientId={patientId}
      read={read}
      rows={(read.data ?? []).map(listed)}
      fields={fields}
      blank={{ source: "elsewhere" }}
      onAdd={(typed) => add.mutateAsync({ params, body: newOf(typed) })}
      onClose={onClose}
    >
      {stopping && (
        <div className="border-b border-line bg-sunk px-4 py-3 md:px-5">
          <p className="mb-2 font-medium">Stop {stopping.generic}</p>
          <RowForm
            key={medicineKey(stopping)}
            label={`Stop ${stopping.generic}`}
            fields={why}
            initial={{}}
            save="Stop medicine"
            takesFocus
            onSave={(typed) => stopNow(stopping, typed.stopReason ?? "")}
            onCancel={() => setStopping(null)}
          />
        </div>
      )}
    </ListDialog>
  );
}
