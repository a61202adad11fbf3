import { dashboardFigures } from "#features/reports/contract.ts";
import { useCall } from "#web/calls.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { type Figure, Figures } from "#web/ui/Figures.tsx";
import { SkeletonFigures } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";

/** The clinic's four figures, with four placeholders of the same height while they load. */
export function DashboardFigures({ brief }: { brief?: boolean }) {
  const { data, error, refetch, isFetching } = useCall(dashboardFigures, {});
  const sheet = "rounded-md border border-line bg-surface";
  if (!data && error)
    return (
      <div className={sheet}>
        <ErrorState
          title="Failed to load the figures"
          why={error.shown("The server did not answer.")}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (!data)
    return (
      <Waiting
        className={sheet}
        label="Loading figures"
        skeleton={<SkeletonFigures count={4} />}
        onRetry={() => void refetch()}
      />
    );
  const count = (n: number) => n.toLocaleString("en-PH");
  const items: Figure[] = [
    {
      label: "Total Patients",
      value: count(data.totalPatients),
      note: `${count(data.registeredThisWeek)} this week`,
    },
    {
      label: "Admitted",
      value: count(data.admittedCount),
      note: `in ${count(data.admittedHospitals)} ${data.admittedHospitals === 1 ? "hospital" : "hospitals"}`,
    },
    { label: "Today's Procedures", value: count(data.todayProcedures) },
    {
      label: "Pending Payments",
      value: data.pendingPayments,
      note: `${count(data.pendingPaymentCount)} ${data.pendingPaymentCount === 1 ? "patient" : "patients"}`,
    },
  ];
  return <Figures items={brief ? items.map(({ label, value }) => ({ label, value })) : items} />;
}
