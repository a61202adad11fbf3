import { useState } from "react";
import { MedicalRecords } from "#features/files/web/MedicalRecords.tsx";
import { PrescriptionRecords } from "#features/prescriptions/web/PrescriptionRecords.tsx";
import { PrescribingDialog } from "../PrescribingDialog.tsx";
import type { TabProps } from "../tab-props.ts";

/** The patient's files, with the prescriptions as one of its tabs. */
export function FilesTab({ patient: { id } }: TabProps) {
  const [count, setCount] = useState<number>();
  return (
    <MedicalRecords
      patientId={id}
      prescriptions={{
        count,
        content: (
          <PrescriptionRecords
            patientId={id}
            writing={(anew) => <PrescribingDialog patientId={id} {...anew} />}
            onCount={setCount}
          />
        ),
      }}
    />
  );
}
