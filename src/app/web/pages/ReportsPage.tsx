import { useNavigate } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { Suspense } from "react";
import { analytics } from "#features/reports/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { usePageSearch } from "#web/page-search.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { AdmissionsReport, AnalyticsReport } from "./lazy-parts.ts";
import { PendingPart } from "./PendingPart.tsx";
import { ClinicShell } from "./shell/ClinicShell.tsx";
import { WithUser } from "./shell/WithUser.tsx";

if (location.pathname === "/reports") AnalyticsReport.preload();

/** Reports & Analytics: both reports, for the owner and for users with view_reports. */
export function ReportsPage() {
  const { report } = usePageSearch();
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: ".", search: id === "admissions" ? { report: id } : {} });
  return (
    <WithUser allowed={["owner", "staff", "secretary"]}>
      {(user) => (
        <ClinicShell user={user} path="/reports">
          {(dialogs) => (
            <IfCan do={analytics} otherwise={<ReportsRestricted />}>
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
            </IfCan>
          )}
        </ClinicShell>
      )}
    </WithUser>
  );
}

function ReportsRestricted() {
  return (
    <>
      <h1 className="sr-only">Reports & Analytics</h1>
      <Section flush>
        <Empty
          icon={<Lock />}
          level={2}
          title="Access Restricted"
          why="You don't have permission to view reports. Ask the clinic owner."
        />
      </Section>
    </>
  );
}
