import { ChoosePatientDialog } from "#app/web/pages/lazy-parts.ts";
import { FamilySheet } from "#features/households/web/FamilySheet.tsx";
import type { TabProps } from "../tab-props.ts";

export const FamilyTab = ({ patient, dialogs }: TabProps) => (
  <FamilySheet
    patient={patient}
    onOpen={dialogs.openRecord}
    choosing={(choice) => <ChoosePatientDialog {...choice} />}
  />
);
