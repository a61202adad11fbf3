import { useId } from "react";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { released } from "#shared/terms.ts";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { PrescribedList } from "./PrescribedList.tsx";

const heading = "mb-1.5 text-lg font-strong tracking-snug";

/** All that a saved prescription says, on the screen and in the print of the record. */
export function PrescriptionRead({ prescription }: { prescription: Prescription }) {
  const id = useId();
  return (
    <>
      <section aria-labelledby={`${id}-physician`}>
        <h3 id={`${id}-physician`} className={heading}>
          Prescribing physician
        </h3>
        <ChartList lines={physicianLines(prescription)} />
      </section>
      <section aria-labelledby={`${id}-diagnosis`}>
        <h3 id={`${id}-diagnosis`} className={heading}>
          Diagnosis
        </h3>
        <p className="whitespace-pre-line wrap-anywhere">
          {prescription.diagnosis ?? <span className="text-ink-3">Not specified</span>}
        </p>
      </section>
      <section aria-labelledby={`${id}-medications`}>
        <h3 id={`${id}-medications`} className={heading}>
          Medications
        </h3>
        <PrescribedList medications={prescription.medications} />
      </section>
      {prescription.additionalInstructions && (
        <section aria-labelledby={`${id}-instructions`}>
          <h3 id={`${id}-instructions`} className={heading}>
            Additional instructions
          </h3>
          <p className="whitespace-pre-line wrap-anywhere">{prescription.additionalInstructions}</p>
        </section>
      )}
      <ChartList
        lines={[
          ...(prescription.allergyReason
            ? [{ label: "Prescribed despite allergy", value: prescription.allergyReason }]
            : []),
          { label: "Prescription ID", value: prescription.id },
          { label: "Created", value: formatInstant(prescription.createdAt) },
          ...(prescription.releasedAt &&
          prescription.preparedByName &&
          prescription.releasedAt !== prescription.createdAt
            ? [{ label: "Released", value: `${formatInstant(prescription.releasedAt)}. ${released}` }]
            : []),
        ]}
      />
    </>
  );
}

const physicianLines = (prescription: Prescription) => [
  { label: "Name", value: prescription.physicianName },
  { label: "License number", value: prescription.physicianLicense },
  ...[
    { label: "Specialization", value: prescription.physicianSpecialization },
    { label: "PTR number", value: prescription.physicianPTR },
    { label: "S2 number", value: prescription.physicianS2 },
  ].filter(({ value }) => value),
];
