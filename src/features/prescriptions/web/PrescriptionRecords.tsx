import { ScrollBox } from "#web/ui/lists/ScrollBox.tsx";
import { namedMedicines, PrescriptionList, type WritingAnew } from "./PrescriptionList.tsx";

/** The Prescriptions tab of a patient's records. */
export function PrescriptionRecords({
  patientId,
  writing,
  onCount,
}: {
  patientId: number;
  writing: WritingAnew;
  onCount: (count: number) => void;
}) {
  return (
    <ScrollBox
      label="Prescriptions"
      focusable={false}
      className="max-h-100 overflow-y-auto overscroll-contain"
    >
      <PrescriptionList
        patientId={patientId}
        writing={writing}
        emptyTitle="No prescription records found"
        onCount={onCount}
        line={(prescription) => {
          const { physicianName, physicianLicense, medications } = prescription;
          return (
            <>
              <p className="text-sm text-ink-2">
                {physicianName}, License {physicianLicense}
              </p>
              <p>
                <span className="font-medium tabular-nums">
                  {medications.length} {medications.length === 1 ? "medication" : "medications"}
                </span>
                : {namedMedicines(prescription).names}
              </p>
            </>
          );
        }}
      />
    </ScrollBox>
  );
}
