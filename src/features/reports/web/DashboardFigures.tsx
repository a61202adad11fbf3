import { type DashboardFigures as AllFigures, dashboardFigures } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";
import { type Figure, Figures } from "#web/ui/Figures.tsx";
import { FiguresPending } from "./FiguresPending.tsx";

type Unpaid = Pick<AllFigures, "pendingPaymentCount" | "overduePaymentCount">;

/** The clinic's four figures, with placeholders of the same height while they load. */
export function DashboardFigures({ brief = false }: { brief?: boolean }) {
  const query = useCall(dashboardFigures, {});
  const { data } = query;
  if (!data) return <FiguresPending query={query} slim />;
  const items: Figure[] = [
    {
      label: "Total Patients",
      value: formatCount(data.totalPatients),
      note: data.totalPatients === 0 ? "none yet" : `${formatCount(data.registeredThisWeek)} this week`,
    },
    {
      label: "Admitted",
      value: formatCount(data.admittedCount),
      note:
        data.admittedHospitals === 0
          ? "none"
          : `in ${formatCount(data.admittedHospitals)} ${data.admittedHospitals === 1 ? "hospital" : "hospitals"}`,
    },
    {
      label: "Today's Procedures",
      value: formatCount(data.todayProcedures),
      ...(data.todayProcedures === 0 && { note: "none" }),
    },
    {
      label: "Pending Payments",
      value: data.pendingPayments,
      note: [unpaidWords(data), data.hmoReceivable !== "₱0" && `${data.hmoReceivable} from HMOs`]
        .filter(Boolean)
        .join(" · "),
    },
  ];
  // Amounts and their notes are longer than the rest.
  return (
    <Figures
      slim
      className="md:auto-cols-auto!"
      items={brief ? items.map(({ label, value }) => ({ label, value })) : items}
    />
  );
}

/** "158 pending, 46 overdue": the list's Payment Pending shows only the first. */
function unpaidWords({ pendingPaymentCount: unpaid, overduePaymentCount: overdue }: Unpaid): string {
  if (unpaid === 0) return "none";
  if (overdue > 0) return `${formatCount(unpaid - overdue)} pending, ${formatCount(overdue)} overdue`;
  return `${formatCount(unpaid)} ${unpaid === 1 ? "patient" : "patients"}`;
}
