import { ScrollText } from "lucide-react";
import { type ConsoleLogEntry, consoleLog } from "#features/platform/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { usePages } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";

const inWords: Record<string, string> = {
  "GET /api/admin/stats": "Viewed the figures",
  "GET /api/admin/clinics": "Viewed clinics",
  "GET /api/admin/users": "Viewed users",
  "GET /api/admin/sign-ins": "Viewed sign-ins",
  "GET /api/admin/console-log": "Viewed the console log",
  "GET /api/admin/contact-messages": "Viewed requests",
  "GET /api/admin/clinics/:id/standing-history": "Viewed the standing history",
  "PUT /api/admin/clinics/:id/status": "Changed the status",
  "PUT /api/admin/clinics/:id/subscription": "Changed the subscription",
  "PUT /api/admin/clinics/:id/verified": "Changed the verification",
  "PATCH /api/admin/contact-messages/:id": "Marked a request",
  "POST /api/auth/change-password": "Changed the password",
  "POST /api/auth/second-factor/set-up": "Started two-step sign-in setup",
  "POST /api/auth/second-factor/confirm": "Confirmed two-step sign-in",
  "DELETE /api/auth/second-factor": "Removed two-step sign-in",
  "POST /api/auth/second-factor/recovery-codes": "Made new recovery codes",
};

const aboutOf = ({ aboutId, clinicName }: ConsoleLogEntry) =>
  clinicName ?? (aboutId === null ? null : `No. ${aboutId}`);

const columns: readonly Column<ConsoleLogEntry>[] = [
  {
    id: "at",
    header: "Time",
    cell: ({ at }) => (
      <time dateTime={at} className="tabular-nums">
        {formatInstant(at)}
      </time>
    ),
    phone: "line",
  },
  {
    id: "who",
    header: "Who",
    cell: ({ adminName }) => <span className="wrap-anywhere">{adminName}</span>,
    phone: "line",
  },
  {
    id: "what",
    header: "What",
    cell: ({ call, detail }) => (
      <span className="font-medium wrap-anywhere">
        {inWords[call] ?? call}
        {detail && `: “${detail}”`}
      </span>
    ),
    phone: "title",
  },
  {
    id: "about",
    header: "About",
    cell: (entry) => (
      <span className="wrap-anywhere">{aboutOf(entry) ?? <span className="max-md:hidden">—</span>}</span>
    ),
    phone: "line",
  },
  {
    id: "address",
    header: "Address",
    cell: ({ address, device }) => (
      <span className="wrap-anywhere">
        <span className="tabular-nums">{address}</span> <span className="text-ink-2">{device}</span>
      </span>
    ),
    phone: "line",
  },
];

/** What administrators viewed and changed, newest first. */
export function ConsoleLog() {
  const read = usePages(consoleLog, { query: { limit: "10" } }, { refetchOnMount: "always" });
  return (
    <Section title="Console log" flush>
      <QueryList
        query={read}
        title="Failed to load console log"
        label="Loading console log..."
        level={3}
        skeleton={<SkeletonTable rows={5} />}
      >
        {(rows, foot) => (
          <Table
            label="Console log"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            minWidth="44rem"
            empty={
              <Empty
                icon={<ScrollText />}
                title="Nothing yet"
                why="What administrators view and change is listed here."
                level={3}
              />
            }
            foot={foot}
          />
        )}
      </QueryList>
    </Section>
  );
}
