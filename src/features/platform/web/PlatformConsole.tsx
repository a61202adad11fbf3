import { Activity, TriangleAlert } from "lucide-react";
import {
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
} from "#features/platform/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { Badge } from "#web/ui/Badge.tsx";
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
          <Monitoring tab={tab} />
        </div>
        <Freshness tab={tab} />
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

/** Live only while what the page shows was read: the figures and the open tab. */
function Monitoring({ tab }: { tab: ConsoleTab }) {
  const figures = useConsoleFreshness(platformStats);
  const list = useConsoleFreshness(reads[tab].endpoint);
  return figures.hasFailed || list.hasFailed ? (
    <Badge tone="warn" icon={<TriangleAlert />}>
      Not up to date
    </Badge>
  ) : (
    <Badge tone="ok" icon={<Activity />}>
      Live Monitoring
    </Badge>
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
