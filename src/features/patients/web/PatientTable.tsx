import { Users } from "lucide-react";
import { listPatients } from "#features/patients/contract.ts";
import { manilaDay } from "#shared/dates.ts";
import { usePages } from "#web/calls.ts";
import { Empty } from "#web/ui/Empty.tsx";
import { SkeletonTable } from "#web/ui/Skeleton.tsx";
import { Table } from "#web/ui/Table.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { ListFailed } from "./ListFailed.tsx";
import { patientColumns } from "./PatientRows.tsx";

const RECENT = "6";

/** The newest patients, for a dashboard. Stands inside a flush sheet. */
export function PatientTable({ onOpen }: { onOpen: (id: number) => void }) {
  const read = usePages(listPatients, { query: { limit: RECENT } });
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
      columns={patientColumns(manilaDay(new Date()))}
      rows={patients}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      minWidth="56rem"
      empty={<Empty icon={<Users />} title="No recent patients" why="A patient you add appears here." />}
    />
  );
}
