import { type Analytics, analytics, exportAnalytics, isEmptyReport } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import type { Period } from "#shared/formats/dates.ts";
import { centavos, formatPesosWhole } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonCard, SkeletonFigures, SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { FrequentDiagnoses } from "./FrequentDiagnoses.tsx";
import { HospitalPerformance } from "./HospitalPerformance.tsx";
import { MonthTrend } from "./MonthTrend.tsx";
import { PaymentOverview } from "./PaymentOverview.tsx";
import { daysOf, inPercent, periodOptions } from "./report-words.ts";
import { StatusDistribution } from "./StatusDistribution.tsx";
import { useReportSearch } from "./use-report-search.ts";

/** Analytics & Reports: the clinic's patients and revenue of a period. */
export function AnalyticsReport() {
  const { search, change } = useReportSearch();
  const period = search.period ?? "all";
  const read = useCall(analytics, { query: { period } }, { keepsPrevious: true, refetchOnMount: "always" });
  const { data: report, error, refetch, isFetching, isPlaceholderData } = read;
  const failed = error !== null && (report === undefined || isPlaceholderData);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="mr-auto">
          <h1 className="text-xl font-strong tracking-tight md:text-2xl">Analytics & Reports</h1>
          <p className="min-h-5 text-ink-2" role="status">
            {report && !isPlaceholderData && daysOf(report)}
          </p>
        </div>
        <div className="flex gap-2 max-md:w-full" data-print="no">
          <Select
            aria-label="Period"
            className="max-md:flex-1 md:w-40"
            options={periodOptions}
            value={period}
            onChange={(event) => change({ period: event.target.value as Period })}
          />
          <ExportButton
            endpoint={exportAnalytics}
            sent={{ query: { period } }}
            total={report && !isPlaceholderData && isEmptyReport(report) ? 0 : undefined}
            nothing={period === "all" ? "No patients found." : "No patients in this period."}
            failed="Failed to export the report"
          >
            Export Report
          </ExportButton>
        </div>
      </div>
      {failed ? (
        <Section flush>
          <ErrorState
            level={2}
            title="Failed to load the report"
            why={error.shown()}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Section>
      ) : report ? (
        <div
          className={cx("grid grid-cols-[minmax(0,1fr)] gap-5", isPlaceholderData && "opacity-60")}
          aria-busy={isPlaceholderData}
        >
          <Report {...report} />
        </div>
      ) : (
        <Waiting label="Loading the report" onRetry={() => void refetch()} skeleton={<ReportSkeleton />} />
      )}
    </div>
  );
}

function Report(report: Analytics) {
  const isAllTime = report.period === "all";
  const admits = report.statuses.admitted.patients + report.statuses.discharged.patients > 0;
  return (
    <>
      <Figures
        items={[
          { label: "Total Patients", value: formatCount(report.totalPatients), note: "active records" },
          {
            label: "Total Revenue",
            value: formatPesosWhole(report.totalRevenue),
            note: `${inPercent(centavos(report.payments.paid.revenue), centavos(report.totalRevenue))} collection rate`,
          },
          {
            label: "Active Admissions",
            value: formatCount(report.activeAdmissions),
            // A shorter period does not contain all admitted patients, and a clinic without admissions has no beds.
            note: !isAllTime
              ? "of this period"
              : admits
                ? `of ${formatCount(report.bedCapacity)} beds`
                : "none yet",
          },
          {
            label: "PHIC Cases",
            value: formatCount(report.phicCases),
            note: `${inPercent(report.phicCases, report.totalPatients)} of patients`,
          },
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <StatusDistribution statuses={report.statuses} />
        <PaymentOverview payments={report.payments} />
      </div>
      <MonthTrend trend={report.trend} />
      <FrequentDiagnoses period={report.period} />
      <HospitalPerformance hospitals={report.hospitals} revenue={report.totalRevenue} isAllTime={isAllTime} />
    </>
  );
}

function ReportSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="rounded-md border border-line bg-surface">
        <SkeletonFigures count={4} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <SkeletonCard />
        <SkeletonCard />
      </div>
      <div className="rounded-md border border-line bg-surface">
        <SkeletonTable rows={6} columns={4} />
      </div>
    </div>
  );
}
