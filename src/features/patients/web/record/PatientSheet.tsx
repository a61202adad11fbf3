import { type ReactNode, useId } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { type DetailField, fieldsWhere, patientField } from "#features/patients/patient-fields.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatInstant, formatLongDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { missedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { type ChartLine, ChartList } from "#web/ui/lists/ChartList.tsx";
import { useCustomFields } from "../form/use-custom-fields.ts";
import { ConsultationState, PaymentBadge } from "../list/PatientMarks.tsx";
import { customLines } from "./custom-lines.tsx";

/** The chart at the left of a record: labels at the left, values at the right. */
export function PatientSheet({
  patient,
  today,
  fromHmos,
  edit,
  copy,
}: {
  patient: Patient;
  today: string;
  /** Below the amount: what HMOs owe. */
  fromHmos?: ReactNode;
  edit?: ReactNode;
  /** Below Record Information. */
  copy?: ReactNode;
}) {
  const isAdmitted = patient.admissionStatus === "Admitted";
  const { all } = useCustomFields();
  return (
    <div className="rounded-md border border-line bg-surface">
      <Part
        title="Status"
        lines={[
          { label: "Admission", value: <AdmissionBadge status={patient.admissionStatus} /> },
          { label: "Payment", value: <PaymentBadge status={patient.paymentStatus} /> },
          {
            label: "Amount",
            value:
              patient.amount === null ? null : (
                <>
                  <b className="font-strong tabular-nums">{formatMoney(patient.amount)}</b>
                  {fromHmos}
                </>
              ),
          },
          { label: "PHIC Payment", value: patient.phicPayment },
          { label: "Consultation", value: <ConsultationState status={patient.consultationStatus} /> },
          { label: "Patient status", value: patient.patientStatus },
          ...known("Appointment", patient.appointmentTime && formatInstant(patient.appointmentTime)),
          ...known(
            "Follow-up date",
            patient.followUpDate && (
              <>
                {formatLongDay(patient.followUpDate)}
                {missedFollowUp(patient, today) && <span className="font-medium text-warn"> missed</span>}
              </>
            ),
          ),
        ]}
      />
      <Part
        title="Patient Information"
        edit={edit}
        lines={[
          { label: "Admission No.", value: <span className="tabular-nums">{patient.admissionNo}</span> },
          { label: "Hospital", value: patient.hospital },
          { label: "Name", value: patient.patientName },
          { label: "Age / Sex", value: ageSex(patient, today) },
          ...(isAdmitted
            ? [
                { label: "Room", value: patient.roomNumber },
                {
                  label: "Admitted",
                  value: patient.dateOfAdmission && formatLongDay(patient.dateOfAdmission),
                },
              ]
            : []),
          ...known("In charge", patient.physicianInCharge),
          ...details.flatMap((name) => {
            const { label, detail } = patientField(name);
            return known(detail?.sheet ?? label, detailValue(name, patient[name]));
          }),
          ...customLines(all, patient.customFields),
        ]}
      />
      <Part
        title="Medical Information"
        lines={[
          { label: "Pre-op Diagnosis", value: patient.preopDiagnosis },
          { label: "Surgical Procedure", value: patient.surgicalProcedure },
          { label: "Post-op Diagnosis", value: patient.postopDiagnosis },
          ...known("Present illness", patient.historyOfPresentIllness),
          { label: "Referring Physician", value: patient.referringPhysician },
          { label: "Remarks", value: patient.remarks ?? <span className="text-ink-3">No remarks</span> },
          ...known("Internal notes", patient.internalNotes),
        ]}
      />
      <Part
        title="Record Information"
        lines={[
          { label: "Created", value: formatInstant(patient.createdAt) },
          { label: "Last updated", value: formatInstant(patient.updatedAt) },
        ]}
        foot={copy}
      />
    </div>
  );
}

const details = fieldsWhere<DetailField>(({ detail }) => detail !== undefined);

function detailValue(name: DetailField, value: string | null) {
  if (value === null) return null;
  if (patientField(name).type === "phone") return <Nowrap>{formatPhone(value)}</Nowrap>;
  // A number of a card; words may break.
  return /^[\d-]+$/.test(value) ? <Nowrap>{value}</Nowrap> : value;
}

/** A line that is shown only when it has a value. */
const known = (label: string, value: ReactNode): ChartLine[] => (value ? [{ label, value }] : []);

const Nowrap = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap tabular-nums">{children}</span>
);

function Part({
  title,
  lines,
  edit,
  foot,
}: {
  title: string;
  lines: ChartLine[];
  edit?: ReactNode;
  foot?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line px-4 pt-1 pb-2.5 first:border-t-0">
      <div className="flex min-h-9 items-center justify-between gap-2 pt-1">
        <h2 id={id} className="font-strong">
          {title}
        </h2>
        {edit}
      </div>
      <ChartList lines={lines} margin="6.5rem" className="whitespace-pre-line" />
      {foot && <div className="pt-2 pb-1.5">{foot}</div>}
    </section>
  );
}
