import { BedDouble, DoorClosed, Eye, Trash2 } from "lucide-react";
import { formatMoney } from "#shared/formats/money.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import { Pager } from "#web/ui/lists/Pager.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

interface Row {
  number: string;
  name: string;
  hospital: string;
  admitted: boolean;
  amount: string | null;
}

const rows: readonly Row[] = [
  {
    number: "20261120-001",
    name: "Dela Cruz, Juan Miguel Santos",
    hospital: "Cebu Doctors' University Hospital",
    admitted: false,
    amount: "1200.00",
  },
  {
    number: "20261117-002",
    name: "Peñaranda, Rosario Abellana",
    hospital: "Perpetual Succour Hospital · Room 304",
    admitted: true,
    amount: "31480.00",
  },
  {
    number: "20261118-004",
    name: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
    hospital: "Chong Hua Hospital - Fuente · Room 512-B",
    admitted: true,
    amount: "48250.00",
  },
  {
    number: "20261116-002",
    name: "Yap, Katrina Isabel Lim",
    hospital: "St. Vincent General Hospital",
    admitted: false,
    amount: null,
  },
];

const many: readonly Row[] = Array.from({ length: 1000 }, (_, index) => ({
  number: `20260101-${String(index + 1).padStart(4, "0")}`,
  name: `Patient Number ${index + 1}`,
  hospital: "Makati Medical Center",
  admitted: index % 3 === 0,
  amount: `${(index * 37) % 5000}.00`,
}));

const columns: readonly Column<Row>[] = [
  {
    id: "number",
    header: "Admission No.",
    cell: (row) => <span className="whitespace-nowrap text-ink-2 tabular-nums">{row.number}</span>,
    sortBy: (row) => row.number,
    phone: "line",
    width: "9rem",
  },
  {
    id: "name",
    header: "Patient Name",
    sortBy: (row) => row.name,
    phone: "title",
    cell: (row) => (
      <>
        <span className="block text-md font-medium text-balance text-ink">{row.name}</span>
        <span className="block text-xs text-ink-3 max-md:font-normal">{row.hospital}</span>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "aside",
    cell: (row) =>
      row.admitted ? (
        <Badge tone="info" icon={<BedDouble />}>
          Admitted
        </Badge>
      ) : (
        <Badge icon={<DoorClosed />}>Outpatient</Badge>
      ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    phone: "aside",
    sortBy: (row) => (row.amount === null ? null : Number(row.amount)),
    cell: (row) => (row.amount === null ? <span className="text-ink-3">None</span> : formatMoney(row.amount)),
  },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    align: "right",
    phone: "foot",
    width: "4.5rem",
    cell: (row) => (
      <span className="inline-flex">
        <IconButton size="xs" label={`View ${row.name}`} icon={<Eye />} />
        <IconButton size="xs" label={`Delete ${row.name}`} icon={<Trash2 />} />
      </span>
    ),
  },
];

export function TableSection() {
  return (
    <div className="grid gap-4">
      <Section flush>
        <Table
          label="Patients"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.number}
          onOpen={(row) => notify({ title: "Opened", description: row.name, kind: "info" })}
          sort={{ column: "name", direction: "ascending" }}
          foot={<Pager from={1} to={4} total={4} />}
        />
      </Section>
      <div className="grid gap-4 md:grid-cols-2">
        <Section title="A thousand rows" flush level={3}>
          <Table
            label="A thousand patients"
            columns={columns.slice(0, 4)}
            rows={many}
            rowKey={(row) => row.number}
            foot={<LoadMore shown={1000} total={10_000} onMore={() => {}} />}
          />
        </Section>
        <Section title="Without rows" flush level={3}>
          <Table
            label="No patients"
            columns={columns}
            rows={[]}
            rowKey={(row) => row.number}
            empty={<Empty icon={<Eye />} title="No patients found." why="Your clinic has no patients yet." />}
          />
        </Section>
      </div>
    </div>
  );
}
