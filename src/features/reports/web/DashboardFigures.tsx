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
  if (!data) return <FiguresPending query={query} noted={!brief} />;
  const items: Figure[] = [
    {
      label: "Total Patients",
      value: formatCount(data.totalPatients),
      note: `${formatCount(data.registeredThisWeek)} this week`,
    },
    {
      label: "Admitted",
      value: formatCount(data.admittedCount),
      note:
        data.admittedHospitals === 0
          ? "in no hospital"
          : `in ${formatCount(data.admittedHospitals)} ${data.admittedHospitals === 1 ? "hospital" : "hospitals"}`,
    },
    { label: "Today's Procedures", value: formatCount(data.todayProcedures) },
    {
      label: "Pending Payments",
      value: data.pendingPayments,
      note: (
        <>
          {unpaidWords(data)}
          {data.hmoReceivable !== "₱0" && <span className="block">{data.hmoReceivable} from HMOs</span>}
        </>
      ),
    },
  ];
  return <Figures items={brief ? items.map(({ label, value }) => ({ label, value })) : items} />;
}

/** "158 pending, 46 overdue to date": the list's Payment Pending shows only the first. */
function unpaidWords({ pendingPaymentCount: unpaid, overduePaymentCount: overdue }: Unpaid): string {
  if (overdue > 0) return `${formatCount(unpaid - overdue)} pending, ${formatCount(overdue)} overdue to date`;
  return `${formatCount(unpaid)} ${unpaid === 1 ? "patient" : "patients"} to date`;
}
