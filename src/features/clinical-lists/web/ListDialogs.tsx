import { AlertsDialog } from "./AlertsDialog.tsx";
import { AllergiesDialog } from "./AllergiesDialog.tsx";
import type { ListDialogProps } from "./ListDialog.tsx";
import { MedicinesDialog } from "./MedicinesDialog.tsx";
import { ProblemsDialog } from "./ProblemsDialog.tsx";

const dialogs = {
  alerts: AlertsDialog,
  allergies: AllergiesDialog,
  medicines: MedicinesDialog,
  problems: ProblemsDialog,
};

/** The dialog that changes one of a patient's lists. */
export function ListDialogs({ list, ...props }: ListDialogProps & { list: keyof typeof dialogs }) {
  const Opened = dialogs[list];
  return <Opened {...props} />;
}
