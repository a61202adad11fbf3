import { type ReactNode, useId } from "react";
import { type PlatformStats, platformStats } from "#features/platform/contract.ts";
import { counted, formatCount } from "#shared/formats/counts.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { type Figure, Figures } from "#web/ui/Figures.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonFigures } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { conversionRate, statsEvery } from "./platform-words.ts";

/** The four figures at the top of the console. */
export function PlatformFigures() {
  return (
    <Strips
      count={1}
      draw={(stats) => (
        <Figures
          items={[
            {
              label: "Total Clinics",
              value: formatCount(stats.totalClinics),
              note: `${formatCount(stats.activeClinics)} active`,
            },
            { label: "Total Users", value: formatCount(stats.totalUsers) },
            { label: "Total Patients", value: formatCount(stats.totalPatients) },
            {
              label: "Monthly Revenue",
              value: formatMoney(stats.monthlyRevenue),
              note: `${counted(stats.paidClinics, "paying clinic")}`,
            },
          ]}
        />
      )}
    />
  );
}

/** How many clinics are on trial, paying and active, and the platform's health. */
export function PlatformAnalytics() {
  return (
    <div className="pt-5">
      <Strips
        count={2}
        draw={(stats) => (
          <div className="grid gap-6">
            <Strip
              title="Subscription Breakdown"
              items={[
                { label: "Trial Clinics", value: formatCount(stats.trialClinics) },
                { label: "Paying Clinics", value: formatCount(stats.paidClinics) },
                { label: "Active Clinics", value: formatCount(stats.activeClinics) },
                { label: "Total Revenue", value: formatMoney(stats.monthlyRevenue), note: "a month" },
              ]}
            />
            <Strip
              title="Platform Health"
              items={[
                { label: "Total Clinics", value: formatCount(stats.totalClinics) },
                { label: "Total Users", value: formatCount(stats.totalUsers) },
                { label: "Total Patients", value: formatCount(stats.totalPatients) },
                {
                  label: "Conversion Rate",
                  value: conversionRate(stats),
                  note: "paying of all clinics",
                },
              ]}
            />
          </div>
        )}
      />
    </div>
  );
}

function Strip({ title, items }: { title: string; items: readonly Figure[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg font-strong tracking-snug">
        {title}
      </h2>
      <Figures items={items} />
    </section>
  );
}

function Strips({ count, draw }: { count: 1 | 2; draw: (stats: PlatformStats) => ReactNode }) {
  const { data, error, refetch, isFetching } = useCall(platformStats, {}, { pollEvery: statsEvery });
  if (data) return draw(data);
  if (error)
    return (
      <ErrorState
        title="Failed to load the figures"
        why={error.shown("The figures could not be read.")}
        onRetry={() => void refetch()}
        retrying={isFetching}
        level={2}
      />
    );
  return (
    <Waiting
      label="Loading figures"
      onRetry={() => void refetch()}
      skeleton={
        <div className="grid gap-6">
          <PendingStrip />
          {count === 2 && <PendingStrip />}
        </div>
      }
    />
  );
}

const PendingStrip = () => (
  <div className="rounded-md border border-line bg-surface">
    <SkeletonFigures />
  </div>
);
