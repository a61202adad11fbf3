import { ListChecks } from "lucide-react";
import { FromHmos } from "#features/billing/web/FromHmos.tsx";
import { addConsultation } from "#features/consultations/contract.ts";
import { VitalSignsPanel } from "#features/consultations/web/vital-signs/VitalSignsPanel.tsx";
import { GrowthSheet } from "#features/growth/web/GrowthSheet.tsx";
import { PatientSheet } from "#features/patients/web/record/PatientSheet.tsx";
import { PregnancySheet } from "#features/pregnancies/web/PregnancySheet.tsx";
import { isUnderNineteen, mayBePregnant } from "#shared/clinical/age.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { IfCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import type { TabProps } from "../tab-props.ts";

/** The patient's fields, and what is left of childhood and pregnancies that are long over. */
export function DetailsTab({ patient, dialogs }: TabProps) {
  const today = useToday();
  const { id } = patient;
  const wasChild =
    !isUnderNineteen(patient, today) && isUnderNineteen(patient, manilaDay(new Date(patient.createdAt)));
  return (
    <>
      <PatientSheet
        patient={patient}
        today={today}
        fromHmos={<FromHmos patientId={id} />}
        onEdit={() => dialogs.show("edit", id)}
        checklist={
          <IfCan do={addConsultation}>
            <Button
              size="sm"
              icon={<ListChecks />}
              className="max-md:whitespace-normal"
              onClick={() => dialogs.show("checklist", id)}
            >
              Consultation History Checklist
            </Button>
          </IfCan>
        }
        vitals={<VitalSignsPanel patientId={id} onRecord={() => dialogs.show("vitals", id)} />}
      />
      {wasChild && <GrowthSheet patient={patient} whenAny />}
      {mayBePregnant(patient, today) === "was" && <PregnancySheet patient={patient} whenAny />}
    </>
  );
}
