import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { analytics } from "#features/reports/contract.ts";
import { AccessRestricted } from "#web/clinical/AccessRestricted.tsx";
import { usePageSearch } from "#web/page-search.ts";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { AdmissionsReport, AnalyticsReport } from "./lazy-parts.ts";
import { PendingPart } from "./PendingPart.tsx";
import { ClinicPage } from "./shell/ClinicShell.tsx";

if (location.pathname === "/reports") AnalyticsReport.preload();

/** Reports & Analytics: both reports, for the owner and for users with view_reports. */
export function ReportsPage() {
  const { report } = usePageSearch();
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: ".", search: id === "admissions" ? { report: id } : {} });
  return (
    <ClinicPage
      path="/reports"
      needs={analytics}
      restricted={
        <>
          <h1 className="sr-only">Reports & Analytics</h1>
          <AccessRestricted why="You don't have permission to view reports. Ask the clinic owner." />
        </>
      }
    >
      {(dialogs) => (
        <Tabs
          label="Reports"
          listClassName="mb-5 print:hidden"
          value={report === "admissions" ? "admissions" : "analytics"}
          onChange={open}
          tabs={[
            {
              id: "analytics",
              label: "Analytics & Reports",
              content: (
                <Suspense fallback={<PendingPart title="Analytics & Reports" />}>
                  <AnalyticsReport />
                </Suspense>
              ),
            },
            {
              id: "admissions",
              label: "Hospital Admissions",
              content: (
                <Suspense fallback={<PendingPart title="Hospital Admissions" />}>
                  <AdmissionsReport onOpenPatient={(id) => dialogs.show("details", id)} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </ClinicPage>
  );
}
