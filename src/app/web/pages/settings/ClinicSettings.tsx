import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { UserManagement } from "#app/web/pages/lazy-parts.ts";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { usePageUser } from "#app/web/pages/shell/WithUser.tsx";
import { CustomFieldsSettings } from "#features/clinics/web/CustomFieldsSettings.tsx";
import { GeneralSettings } from "#features/clinics/web/GeneralSettings.tsx";
import { quickTexts } from "#features/quick-texts/contract.ts";
import { ownSignature } from "#features/signatures/contract.ts";
import { staffAccounts } from "#features/staff/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { homeOf } from "#web/home-of-role.ts";
import { usePageSearch } from "#web/page-search.ts";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import {
  BillingSettings,
  BrandingSettings,
  DestroyedRecords,
  ExportSettings,
  FrontDeskSettings,
  ImportSettings,
  IntegrationSettings,
  PaperTemplates,
  QuickTextSettings,
  ResultRanges,
  SignatureSection,
  SubscriptionSettings,
} from "./settings-parts.ts";

export function ClinicSettings() {
  const user = usePageUser();
  const navigate = useNavigate();
  const can = useCan();
  const mayManageStaff = can(staffAccounts);
  const mayReadQuickTexts = can(quickTexts);
  return (
    <>
      <Button
        variant="link"
        icon={<ChevronLeft />}
        onClick={() => void navigate({ to: homeOf(user.role, user.isStaffMode) })}
        className="mb-2"
      >
        Back to Dashboard
      </Button>
      <PageTitle>Clinic Settings</PageTitle>
      <Tabs
        label="Clinic Settings"
        listClassName="mb-5"
        initially={usePageSearch().settings}
        tabs={[
          // These, and the front desk, keep their values while another tab is open.
          {
            id: "general",
            label: "General",
            staysMounted: "once opened",
            content: (
              <div className="grid gap-5">
                <GeneralSettings user={user} />
                {can(ownSignature) && <LateTab tab={<SignatureSection />} />}
                <LateTab tab={<DestroyedRecords />} />
              </div>
            ),
          },
          {
            id: "branding",
            label: "Branding",
            staysMounted: "once opened",
            content: <LateTab tab={<BrandingSettings />} />,
          },
          ...(mayManageStaff
            ? [
                {
                  id: "staff",
                  label: "Staff Management",
                  content: <LateTab tab={<UserManagement clinicName={user.clinic?.name ?? ""} isTab />} />,
                },
              ]
            : []),
          {
            id: "front-desk",
            label: "Front Desk",
            staysMounted: "once opened",
            content: <LateTab tab={<FrontDeskSettings isOwner={user.role === "owner"} />} />,
          },
          ...(mayReadQuickTexts
            ? [
                {
                  id: "quick-text",
                  label: "Quick Text",
                  content: <LateTab tab={<QuickTextSettings user={user} />} />,
                },
              ]
            : []),
          { id: "billing", label: "Billing", content: <LateTab tab={<BillingSettings />} /> },
          { id: "results", label: "Results", content: <LateTab tab={<ResultRanges />} /> },
          { id: "papers", label: "Papers", content: <LateTab tab={<PaperTemplates />} /> },
          { id: "subscription", label: "Subscription", content: <LateTab tab={<SubscriptionSettings />} /> },
          { id: "custom-fields", label: "Custom Fields", content: <CustomFieldsSettings /> },
          ...(user.role === "owner" && !user.isStaffMode
            ? [
                { id: "import", label: "Import", content: <LateTab tab={<ImportSettings />} /> },
                { id: "export", label: "Export", content: <LateTab tab={<ExportSettings />} /> },
                {
                  id: "integrations",
                  label: "Integrations",
                  content: <LateTab tab={<IntegrationSettings />} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** The tab list stays in place while a tab's code loads. */
const LateTab = ({ tab }: { tab: ReactNode }) => (
  <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>{tab}</Suspense>
);
