import { Suspense, useState } from "react";
import { editPatient } from "#features/patients/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EditPatientDialog } from "./record-parts.ts";

/** That the birthday is missing, with the edit form at that field for who may edit. */
export function BirthdayQuestion({ patientId }: { patientId: number }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <IfCan do={editPatient} otherwise="no birthday yet">
      Birthday missing{" "}
      <Button variant="link" size="sm" className="max-md:min-h-touch" onClick={() => setAdding(true)}>
        Add birthday
      </Button>
      <Suspense fallback={null}>
        {isAdding && (
          <EditPatientDialog patientId={patientId} startAt="birthday" onClose={() => setAdding(false)} />
        )}
      </Suspense>
    </IfCan>
  );
}
