import { dashboardFigures } from "#features/reports/contract.ts";
import { formatCount } from "#shared/counts.ts";
import { useCall } from "#web/calls.ts";
import { type Figure, Figures } from "#web/ui/Figures.tsx";
import { FiguresPending } from "./FiguresPending.tsx";

/** The clinic's four figures, with four placeholders of the same height while they load. */
export function DashboardFigures({ brief }: { brief?: boolean }) {
  const asked = useCall(dashboardFigures, {});
  const { data } = asked;
  if (!data) return <FiguresPending asked={asked} />;
  const items: Figure[] = [
    {
      label: "Total Patients",
      value: formatCount(data.totalPatients),
      note: `${formatCount(data.registeredThisWeek)} this week`,
    },
    {
      label: "Admitted",
      value: formatCount(data.admittedCount),
      note: `in ${formatCount(data.admittedHospitals)} ${data.admittedHospitals === 1 ? "hospital" : "hospitals"}`,
    },
    { label: "Today's Procedures", value: formatCount(data.todayProcedures) },
    {
      label: "Pending Payments",
      value: data.pendingPayments,
      note: `${formatCount(data.pendingPaymentCount)} ${data.pendingPaymentCount === 1 ? "patient" : "patients"}`,
    },
  ];
  return <Figures items={brief ? items.map(({ label, value }) => ({ label, value })) : items} />;
}
