import { type Alert, addAlert, alerts, changeAlert } from "#features/clinical-lists/contract.ts";
import type { ListDialogProps } from "./ListDialog.tsx";
import { StateListDialog } from "./StateListDialog.tsx";
import type { EditedList } from "./use-edited-list.ts";

const list: EditedList<Alert> = {
  all: alerts,
  add: addAlert,
  change: changeAlert,
  title: "Alerts",
  one: "alert",
  empty: "No alerts",
  fields: [
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
  ],
  nameOf: ({ words }) => words,
  detailOf: ({ isWarning }) => [isWarning && "warning"],
  typedOf: ({ words, isWarning }) => ({ words, isWarning: isWarning ? "yes" : "" }),
  draftOf: ({ words = "", isWarning }) => ({ words, isWarning: isWarning === "yes" }),
};

export const AlertsDialog = (props: ListDialogProps) => (
  <StateListDialog
    {...props}
    list={list}
    off={{ label: "Remove", done: "removed" }}
    on={{ label: "Show Again", done: "is shown again" }}
  />
);
