import { useQueryClient } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import {
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
} from "#features/platform/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { requestPassword, useFreshPassword } from "#web/data/fresh-password.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { ClinicManagement } from "./ClinicManagement.tsx";
import { ContactRequests, useWaitingRequests } from "./ContactRequests.tsx";
import { PlatformAnalytics, PlatformFigures } from "./PlatformAnalytics.tsx";
import { listsEvery, statsEvery } from "./platform-words.ts";
import { UserOverview } from "./UserOverview.tsx";
import { useConsoleFreshness } from "./use-console-freshness.ts";

const reads = {
  clinics: { title: "Clinic Management", endpoint: platformClinics, every: listsEvery },
  users: { title: "User Overview", endpoint: platformUsers, every: listsEvery },
  analytics: { title: "Analytics", endpoint: platformStats, every: statsEvery },
  requests: { title: "Contact & Upgrade Requests", endpoint: platformMessages, every: listsEvery },
} as const;
export type ConsoleTab = keyof typeof reads;

/** The system administrator's console. `title` overrides the tab's name. */
export function PlatformConsole({
  tab,
  title,
  hasFigures = false,
  onTab,
  onShowClinic,
}: {
  tab: ConsoleTab;
  title?: string | undefined;
  hasFigures?: boolean;
  onTab: (tab: ConsoleTab) => void;
  onShowClinic: (search: string) => void;
}) {
  const waiting = useWaitingRequests();
  const contents = {
    clinics: <ClinicManagement />,
    users: <UserOverview />,
    analytics: <PlatformAnalytics />,
    requests: <ContactRequests onShowClinic={onShowClinic} />,
  };
  return (
    <>
      <div className="mb-4">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="text-xl font-strong tracking-tight md:text-2xl">{title ?? reads[tab].title}</h1>
          <Badge tone="ok" icon={<Activity />}>
            Live Monitoring
          </Badge>
        </div>
        <Freshness tab={tab} />
        <PasswordMissing />
      </div>
      {hasFigures && (
        <div className="mb-5">
          <PlatformFigures />
        </div>
      )}
      <Tabs
        label="Console"
        value={tab}
        onChange={(id) => onTab(id as ConsoleTab)}
        tabs={(Object.keys(reads) as ConsoleTab[]).map((id) => ({
          id,
          label: reads[id].title,
          content: contents[id],
          ...(id === "requests" && Boolean(waiting) && { count: waiting }),
        }))}
      />
    </>
  );
}

function Freshness({ tab }: { tab: ConsoleTab }) {
  const { endpoint, every } = reads[tab];
  const { readAt, hasFailed } = useConsoleFreshness(endpoint);
  return (
    <p className="text-ink-2 tabular-nums">
      {readAt > 0 && `Updated ${formatClock(new Date(readAt))}, every ${every / 1000} seconds`}
      {readAt > 0 && hasFailed && <span className="text-warn"> · Could not be refreshed</span>}
      {readAt === 0 && `Every ${every / 1000} seconds`}
    </p>
  );
}

/** Automatic refetches do not ask for the password; the user does so here. */
function PasswordMissing() {
  const queries = useQueryClient();
  const { isMissing } = useFreshPassword();
  if (!isMissing) return null;
  const goOn = async () => {
    if (!(await requestPassword())) return;
    for (const { endpoint } of Object.values(reads)) {
      // oxlint-disable-next-line no-restricted-properties -- nothing changed: without the password these were refused
      void queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) });
    }
  };
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-warn">Enter your password to continue.</span>
      <Button onClick={() => void goOn()}>Type password</Button>
    </div>
  );
}
