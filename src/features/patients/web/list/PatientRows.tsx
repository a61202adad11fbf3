import { Archive, Eye, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  archivePatient,
  deletePatient,
  editPatient,
  type PatientListItem,
} from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { MissedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { useCan } from "#web/data/session.tsx";
import { MatchedText } from "#web/MatchedText.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { PaymentBadge } from "./PatientMarks.tsx";
import { type PatientActions, requestOwner } from "./PatientMenu.tsx";

/** The table variant of the patient list. */
export function PatientRows({
  patients,
  search,
  today,
  actions,
  isStale,
  foot,
}: {
  patients: readonly PatientListItem[];
  search: string | undefined;
  today: string;
  actions: PatientActions;
  isStale: boolean;
  foot: ReactNode;
}) {
  const columns: Column<PatientListItem>[] = [
    ...patientColumns(today, search),
    {
      id: "actions",
      header: "Actions",
      align: "right",
      phone: "none",
      cell: (patient) => <RowActions {...{ patient, actions }} />,
    },
  ];
  return (
    <Section flush>
      <Table
        label="Patients"
        columns={columns}
        rows={patients}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ "data-patient": id })}
        onOpen={({ id }) => actions.onOpen(id)}
        stale={isStale}
        minWidth="60rem"
        foot={foot}
      />
    </Section>
  );
}

/** The columns of every table of patients, with search matches highlighted. */
export function patientColumns(today: string, search?: string): Column<PatientListItem>[] {
  return [
    {
      id: "admissionNo",
      header: "Admission No.",
      phone: "line",
      className: "pr-1 whitespace-nowrap tabular-nums text-ink-2",
      cell: (patient) => <MatchedText text={patient.admissionNo} search={search} />,
    },
    {
      id: "patientName",
      header: "Patient Name",
      phone: "title",
      width: "29%",
      className: "pr-1",
      cell: (patient) => (
        <>
          <span className="block text-md/4.5 font-medium text-balance">
            <MatchedText text={patient.patientName} search={search} />
          </span>
          <span className="line-clamp-2 text-xs font-normal text-ink-3">
            <MatchedText text={patient.hospital} search={search} />
            {patient.roomNumber && (
              <>
                {" · "}
                <span className="whitespace-nowrap">Room {patient.roomNumber}</span>
              </>
            )}
          </span>
          <MissedFollowUp patient={patient} today={today} />
        </>
      ),
    },
    {
      id: "ageSex",
      header: "Age/Sex",
      phone: "line",
      className: "pr-1 whitespace-nowrap tabular-nums",
      cell: (patient) => ageSex(patient, today),
    },
    {
      id: "status",
      header: "Status",
      phone: "foot",
      className: "pr-1",
      cell: (patient) => <AdmissionBadge status={patient.admissionStatus} />,
    },
    {
      id: "diagnosis",
      header: "Diagnosis",
      phone: "line",
      width: "17%",
      className: "pr-1 text-ink-2",
      cell: (patient) => (
        <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
          <MatchedText text={patient.diagnosis ?? ""} search={search} />
        </span>
      ),
    },
    {
      id: "payment",
      header: "Payment",
      phone: "foot",
      className: "pr-1",
      cell: (patient) => <PaymentBadge status={patient.paymentStatus} />,
    },
    {
      id: "amount",
      header: "Amount",
      align: "right",
      phone: "aside",
      className: "pl-2",
      cell: (patient) => (patient.amount === null ? null : formatMoney(patient.amount)),
    },
  ];
}

function RowActions({ patient, actions }: { patient: PatientListItem; actions: PatientActions }) {
  const can = useCan();
  const [mayEdit, mayArchive, mayDelete] = [can(editPatient), can(archivePatient), can(deletePatient)];
  const of = patient.patientName;
  const lacking = { disabled: true, title: requestOwner };
  return (
    <span className="inline-flex">
      <IconButton size="xs" label={`View ${of}`} icon={<Eye />} onClick={() => actions.onOpen(patient.id)} />
      {(mayEdit || mayDelete) && (
        <>
          <IconButton
            size="xs"
            label={`Edit ${of}`}
            icon={<Pencil />}
            onClick={() => actions.onEdit(patient.id)}
            {...(!mayEdit && lacking)}
          />
          <IconButton
            size="xs"
            label={`Archive ${of}`}
            icon={<Archive />}
            onClick={() => actions.onArchive(patient)}
            {...(!mayArchive && lacking)}
          />
          <IconButton
            size="xs"
            label={`Delete ${of}`}
            icon={<Trash2 />}
            onClick={() => actions.onDelete(patient)}
            {...(!mayDelete && lacking)}
          />
        </>
      )}
    </span>
  );
}
