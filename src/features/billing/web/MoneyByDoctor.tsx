import { ReceiptText } from "lucide-react";
import { moneyByDoctor } from "#features/billing/statements-contract.ts";
import { centavos, formatMoney, sumOf } from "#shared/formats/money.ts";
import type { DaySpan } from "#shared/formats/pay-periods.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Figures } from "#web/ui/Figures.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import { amountColumns, type Sums, SumsCard } from "./statement-tables.tsx";

type ByDoctor = { practitionerId: number; doctorName: string } & Sums;

/** What was billed and collected on these days, closed or not, by doctor; and what is the clinic's. */
export function MoneyByDoctor({
  span,
  onDoctor,
}: {
  span: DaySpan;
  onDoctor: (practitionerId: number) => void;
}) {
  const query = useCall(moneyByDoctor, { query: span }, { keepsPrevious: true, refetchOnMount: "always" });
  const { data } = query;
  if (!data)
    return (
      <Section flush>
        <QueryPending query={query} title="Failed to load the statements" skeleton={<SkeletonCard />} />
      </Section>
    );
  return (
    <>
      <Figures
        items={[
          { label: "Collected", value: formatMoney(data.collected), note: "patients and HMOs" },
          {
            label: "Doctors",
            value: formatMoney(sumOf(data.doctors.map(({ share }) => share))),
            note: "their shares",
          },
          {
            label: "Clinic",
            value: formatMoney(data.clinic),
            note:
              centavos(data.unnamed) === 0n
                ? "what remains"
                : `${formatMoney(data.unnamed)} of bills without a doctor`,
          },
        ]}
      />
      <Section flush title="By doctor">
        <Table<ByDoctor>
          label="By doctor"
          columns={[
            {
              id: "doctor",
              header: "Doctor",
              className: "font-medium wrap-anywhere",
              cell: ({ doctorName }) => doctorName,
            },
            ...amountColumns,
          ]}
          rows={data.doctors}
          rowKey={({ practitionerId }) => practitionerId}
          onOpen={({ practitionerId }) => onDoctor(practitionerId)}
          card={(row) => <SumsCard title={row.doctorName} sums={row} />}
          stale={query.isPlaceholderData}
          empty={
            <Empty
              icon={<ReceiptText />}
              title="Nothing billed or collected"
              why="Lines of bills appear here with their doctor."
            />
          }
        />
      </Section>
    </>
  );
}
