import { useState } from "react";
import {
  addMedicine,
  changeMedicine,
  changeStop,
  type Medicine,
  medicines,
  stopPrescribed,
} from "#features/clinical-lists/contract.ts";
import { medicineStateLabels } from "#features/clinical-lists/words.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import { type RowField, RowForm } from "./RowForm.tsx";
import { dotted, medicineDetails, recordedWords, sent } from "./recorded.ts";
import { medicineKey } from "./strip-rows.ts";
import { type EditedList, useEditedList } from "./use-edited-list.ts";

const list: EditedList<Medicine> = {
  all: medicines,
  add: addMedicine,
  change: changeMedicine,
  title: "Medicines now",
  one: "medicine",
  empty: "No medicines recorded",
  fields: [
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
  ],
  blank: { source: "elsewhere" },
  confidential: "medicine",
  nameOf: ({ generic, dose }) => [generic, dose].filter(Boolean).join(" "),
  detailOf: medicineDetails,
  typedOf: ({ generic, dose, since, until, source }) => ({
    generic,
    dose: dose ?? "",
    since: since ?? "",
    until: until ?? "",
    source,
  }),
  draftOf: (typed) => ({
    generic: typed.generic ?? "",
    dose: sent(typed, "dose"),
    since: sent(typed, "since"),
    until: sent(typed, "until"),
    source: sent(typed, "source") ?? "elsewhere",
  }),
};

const why: readonly RowField[] = [
  {
    name: "stopReason",
    label: "Why is it stopped?",
    maxLength: 200,
    isRequired: true,
    width: "col-span-2 md:col-span-12",
  },
];

export function MedicinesDialog(props: ListDialogProps) {
  const { rows, dialog, params, patch, editing, confidentialAct } = useEditedList(list, props);
  const stop = useEndpointMutation(stopPrescribed, { done: null, failed: null });
  const takeBack = useEndpointMutation(changeStop, {
    done: null,
    failed: { title: "Error", fallback: "Failed to change the medicine" },
  });
  const [stopping, setStopping] = useState<Medicine | null>(null);

  const undoStop = (stopId: number) =>
    takeBack.mutate({ params: { ...params, rowId: String(stopId) }, body: { state: "entered_in_error" } });
  const stopNow = async (row: Medicine, stopReason: string) => {
    let undo: () => void;
    if (row.id !== null) {
      await patch(row, { state: "stopped", stopReason });
      undo = () => void patch(row, { state: "active", until: row.until }, null).catch(() => undefined);
    } else {
      const { prescriptionId, item } = row;
      if (prescriptionId === null || item === null) return;
      const stopped = await stop.mutateAsync({ params, body: { prescriptionId, item, stopReason } });
      undo = () => undoStop(stopped.id);
    }
    setStopping(null);
    notify({ kind: "success", title: `${row.generic} stopped`, undo });
  };
  /** The mutation reports a failure. */
  const change = (row: Medicine, body: object) => void patch(row, body).catch(() => undefined);
  const takeAgain = (row: Medicine) => {
    if (row.stopId !== null) undoStop(row.stopId);
    else change(row, { state: "active", until: null });
  };
  const listed = (row: Medicine): ListedRow => {
    const { state } = row;
    const isNow = state === "active";
    return {
      key: medicineKey(row),
      name: list.nameOf(row),
      detail: dotted([
        ...list.detailOf(row),
        !isNow && state !== "stopped" && medicineStateLabels[state],
        row.source !== "prescription" && recordedWords(row),
      ]),
      isOver: !isNow,
      isConfidential: row.isConfidential,
      acts: isNow
        ? [...confidentialAct(row), { label: "Stop", onPress: () => setStopping(row) }]
        : row.stopId !== null || row.id !== null
          ? [{ label: "Taken Again", onPress: () => takeAgain(row) }]
          : [],
      ...editing(row, () => change(row, { state: "entered_in_error" })),
    };
  };
  return (
    <ListDialog {...dialog} rows={rows.map(listed)}>
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
