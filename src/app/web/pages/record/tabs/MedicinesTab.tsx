import { MedicinesSheet } from "#features/clinical-lists/web/MedicinesSheet.tsx";
import { ImmunizationSheet } from "#features/immunizations/web/ImmunizationSheet.tsx";
import { PrescriptionHistory } from "#features/prescriptions/web/PrescriptionHistory.tsx";
import { isUnderNineteen } from "#shared/clinical/age.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { PrescribingDialog } from "../PrescribingDialog.tsx";
import type { TabProps } from "../tab-props.ts";

/** What the patient takes, what was prescribed, and an adult's vaccines; a child's have a tab of their own. */
export const MedicinesTab = ({ patient }: TabProps) => {
  const today = useToday();
  return (
    <>
      <MedicinesSheet patientId={patient.id} />
      <PrescriptionHistory
        patientId={patient.id}
        writing={(anew) => <PrescribingDialog patientId={patient.id} {...anew} />}
      />
      {!isUnderNineteen(patient, today) && <ImmunizationSheet patient={patient} />}
    </>
  );
};
