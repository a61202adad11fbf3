import type { ReactNode } from "react";
import { listPatients, type PatientListItem } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { MissedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { usePages } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import { ListFailed } from "./ListFailed.tsx";
import { PaymentLine } from "./PatientMarks.tsx";
import { patientColumns } from "./PatientRows.tsx";

const RECENT = "6";

/** The newest patients, for a dashboard. Used inside a flush section. */
export function PatientTable({ onOpen, empty }: { onOpen: (id: number) => void; empty: ReactNode }) {
  const read = usePages(listPatients, { query: { limit: RECENT } });
  const today = useToday();
  const patients = read.data?.pages[0]?.rows ?? [];
  if (read.error && !read.data)
    return (
      <ListFailed
        error={read.error}
        pages={{ retry: () => void read.refetch(), isFetching: read.isFetching }}
      />
    );
  if (read.isPending)
    return (
      <Waiting
        label="Loading patients..."
        onRetry={() => void read.refetch()}
        skeleton={<SkeletonTable rows={6} columns={7} />}
      />
    );
  return (
    <Table
      label="Recent patients"
      columns={patientColumns(today)}
      card={(patient) => <RowCard patient={patient} today={today} onOpen={() => onOpen(patient.id)} />}
      rows={patients}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ "data-patient": id })}
      onOpen={({ id }) => onOpen(id)}
      minWidth="56rem"
      empty={empty}
    />
  );
}

/** A row on a phone. The whole card is one button. */
function RowCard({
  patient,
  today,
  onOpen,
}: {
  patient: PatientListItem;
  today: string;
  onOpen: () => void;
}) {
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <Initials name={patient.patientName} of="patient" src={patient.patientPhoto} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-strong text-balance after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ring"
        >
          {patient.patientName}
        </button>
        <p className="text-sm text-ink-2 tabular-nums">
          {ageSex(patient, today)} · {patient.admissionNo}
        </p>
        <p className="line-clamp-2 text-sm text-ink-3 wrap-anywhere">{patient.diagnosis}</p>
        <MissedFollowUp patient={patient} today={today} />
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <AdmissionBadge status={patient.admissionStatus} />
          <span className="ml-auto [&>span]:flex-col [&>span]:items-end [&>span]:gap-0">
            <PaymentLine patient={patient} />
          </span>
        </div>
      </div>
    </div>
  );
}
