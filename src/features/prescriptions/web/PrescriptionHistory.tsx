import { useOnPaper } from "#web/printing/print-whole.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { namedMedicines, PrescriptionList, type WritingAnew } from "./PrescriptionList.tsx";
import { PrescriptionRead } from "./PrescriptionRead.tsx";

/** A patient's prescriptions, newest first. */
export function PrescriptionHistory({ patientId, writing }: { patientId: number; writing: WritingAnew }) {
  const isOnPaper = useOnPaper();
  return (
    <Section flush title="Prescription History">
      <PrescriptionList
        patientId={patientId}
        writing={writing}
        emptyTitle="No prescriptions found for this patient."
        line={(prescription) => {
          if (isOnPaper) return <PrescriptionRead prescription={prescription} />;
          const { names, more } = namedMedicines(prescription);
          return (
            <>
              <p>
                {names}
                {more > 0 && <span className="text-ink-2"> +{more} more medications</span>}
              </p>
              {prescription.diagnosis && <p className="text-sm text-ink-2">{prescription.diagnosis}</p>}
              <p className="text-sm text-ink-3">
                {prescription.physicianName}, License {prescription.physicianLicense}
              </p>
            </>
          );
        }}
      />
    </Section>
  );
}
