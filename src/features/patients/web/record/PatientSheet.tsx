import { Pencil } from "lucide-react";
import { type ReactNode, useId } from "react";
import { editPatient, type Patient } from "#features/patients/contract.ts";
import { type DetailField, fieldsWhere, patientField } from "#features/patients/patient-fields.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatInstant, formatLongDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { missedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { type ChartLine, ChartList } from "#web/ui/lists/ChartList.tsx";
import { useCustomFields } from "../form/use-custom-fields.ts";
import { ConsultationState, PaymentBadge } from "../list/PatientMarks.tsx";
import { customLines } from "./custom-lines.tsx";

/** Patient Details: two columns of a chart, labels at the left, values at the right. */
export function PatientSheet({
  patient,
  today,
  fromHmos,
  checklist,
  vitals,
  onEdit,
}: {
  patient: Patient;
  today: string;
  /** Below the amount: what HMOs owe. */
  fromHmos?: ReactNode;
  /** Beside Consultation Information: Consultation History Checklist. */
  checklist?: ReactNode;
  /** The latest vital signs, under Consultation Information. */
  vitals: ReactNode;
  onEdit: () => void;
}) {
  const id = useId();
  const isAdmitted = patient.admissionStatus === "Admitted";
  const { all } = useCustomFields();
  return (
    <>
      <section aria-labelledby={id}>
        <div className="px-4 pt-2 pb-3">
          <PartHead id={id} title="Consultation Information" actions={checklist} />
          <ChartList
            ruled
            margin="8.5rem"
            className="whitespace-pre-line"
            lines={[
              {
                label: "Birthday",
                value: patient.birthday ? formatLongDay(patient.birthday) : <Quiet>Not provided</Quiet>,
              },
              { label: "Chief complaint", value: patient.chiefComplaint },
            ]}
          />
        </div>
        <div className="border-t border-line">{vitals}</div>
      </section>
      <div className="grid lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="min-w-0 lg:border-r lg:border-line">
          <Part
            title="Medical Information"
            lines={[
              { label: "Pre-op Diagnosis", value: patient.preopDiagnosis },
              { label: "Surgical Procedure", value: patient.surgicalProcedure },
              { label: "Post-op Diagnosis", value: patient.postopDiagnosis },
              ...known("Present illness", patient.historyOfPresentIllness),
              { label: "Referring Physician", value: patient.referringPhysician },
              { label: "Remarks", value: patient.remarks ?? <Quiet>No remarks</Quiet> },
              ...known("Internal notes", patient.internalNotes),
            ]}
          />
          <Part
            title="Record Information"
            lines={[
              { label: "Created", value: formatInstant(patient.createdAt) },
              { label: "Last updated", value: formatInstant(patient.updatedAt) },
            ]}
          />
        </div>
        <div className="min-w-0 max-lg:border-t max-lg:border-line">
          <Part
            title="Patient Information"
            actions={
              <IfCan do={editPatient}>
                <Button variant="ghost" size="sm" icon={<Pencil />} onClick={onEdit}>
                  Edit Patient
                </Button>
              </IfCan>
            }
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
              ...known("Discharged", patient.dateOfDischarge && formatLongDay(patient.dateOfDischarge)),
              ...known("In charge", patient.physicianInCharge),
              ...details.flatMap((name) => {
                const { label, detail } = patientField(name);
                return known(detail?.sheet ?? label, detailValue(name, patient[name]));
              }),
              ...customLines(all, patient.customFields),
            ]}
          />
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
        </div>
      </div>
    </>
  );
}

const Quiet = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>;

const details = fieldsWhere<DetailField>(({ detail }) => detail !== undefined);

function detailValue(name: DetailField, value: string | null) {
  if (value === null) return null;
  return patientField(name).type === "phone" ? formatPhone(value) : value;
}

/** A line that is shown only when it has a value. */
const known = (label: string, value: ReactNode): ChartLine[] => (value ? [{ label, value }] : []);

function Part({ title, lines, actions }: { title: string; lines: ChartLine[]; actions?: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="px-4 pt-2 pb-3">
      <PartHead id={id} title={title} actions={actions} />
      <ChartList ruled lines={lines} margin="8.5rem" className="whitespace-pre-line" />
    </section>
  );
}

const PartHead = ({ id, title, actions }: { id: string; title: string; actions?: ReactNode }) => (
  <div className="flex min-h-9 flex-wrap items-center justify-between gap-2 pt-1">
    <h2 id={id} className="font-strong">
      {title}
    </h2>
    {actions}
  </div>
);
