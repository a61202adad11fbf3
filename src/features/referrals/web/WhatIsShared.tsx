import type { Patient } from "#features/patients/contract.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/** Says in plain words what leaves the clinic, and when. */
export function WhatIsShared({
  patient,
  clinicName = "the clinic",
  isOutside,
  above,
}: {
  patient: Patient;
  clinicName?: string | undefined;
  isOutside: boolean;
  /** What is shared as written in the form. */
  above: readonly (string | false)[];
}) {
  const named = above.filter(Boolean).join(" and ");
  const written = named && `${named} as above, `;
  if (isOutside)
    return (
      <NoteBox title="What the letter says">
        <p>
          Name, age, sex and birthday, the reason and the notes, {written}allergies, chief complaint,
          diagnoses, surgical procedure and the latest vital signs. Nothing is sent. Print it or share the
          PDF.
        </p>
      </NoteBox>
    );
  const files = patient.laboratoryFiles.length + patient.imagingFiles.length + patient.otherFiles.length;
  return (
    <NoteBox title={`What ${clinicName} sees`}>
      <p>
        <b className="font-medium">Before it accepts:</b> name, age, sex, hospital, admission number and
        status, pre-op and post-op diagnosis, the reason and the notes.
      </p>
      <p className="mt-1">
        <b className="font-medium">When it accepts</b> it gets a copy of these and of: birthday, contact
        number, email, address, PHIC payment, {written}allergies, chief complaint, surgical procedure, the
        latest vital signs
        {files > 0 && ` and ${files === 1 ? "1 file" : `${files} files`}`}. Consultations, prescriptions,
        payments, remarks and internal notes stay with you.
      </p>
    </NoteBox>
  );
}
