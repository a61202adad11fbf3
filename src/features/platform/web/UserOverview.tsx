import { Users } from "lucide-react";
import { type PlatformUser, platformUsers } from "#features/platform/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { usePages } from "#web/data/calls.ts";
import { roleNames } from "#web/home-of-role.ts";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { ConsoleList, ConsoleSearch } from "./ConsoleList.tsx";
import { readConsoleSearch } from "./console-search.ts";
import { listsEvery } from "./platform-words.ts";

const columns: readonly Column<PlatformUser>[] = [
  {
    id: "name",
    header: "Name",
    cell: (user) => <span className="font-medium wrap-anywhere">{fullName(user) || user.email}</span>,
    phone: "title",
  },
  {
    id: "email",
    header: "Email",
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    phone: "line",
  },
  { id: "role", header: "Role", cell: ({ role }) => roleNames[role], phone: "line" },
  {
    id: "clinic",
    header: "Clinic ID",
    cell: ({ clinicId, clinicName }) =>
      clinicId === null ? (
        <span className="text-ink-3">No clinic</span>
      ) : (
        <span className="wrap-anywhere">
          <span className="tabular-nums">{clinicId}</span> <span className="text-ink-2">{clinicName}</span>
        </span>
      ),
    phone: "line",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ isActive }) => (
      <Badge tone={isActive ? "ok" : "quiet"}>{isActive ? "Active" : "Inactive"}</Badge>
    ),
    phone: "aside",
  },
];

/** Every account of the platform. */
export function UserOverview() {
  const { search, change } = useAddressSearch(readConsoleSearch);
  const read = usePages(
    platformUsers,
    { query: { search: search.search, limit: "50" } },
    { pollEvery: listsEvery },
  );
  return (
    <ConsoleList
      read={read}
      what="users"
      one="user"
      skeleton={<SkeletonTable rows={8} />}
      tools={<ConsoleSearch label="Search users" placeholder="Name or email" busy={read.isPlaceholderData} />}
    >
      {(users, foot) => (
        <Table
          label="Users"
          columns={columns}
          rows={users}
          rowKey={({ id }) => id}
          stale={read.isPlaceholderData}
          minWidth="44rem"
          empty={
            <Empty
              icon={<Users />}
              title="No users found"
              why="No account matches this name or email."
              level={2}
              action={<Button onClick={() => change({ search: undefined })}>Clear Search</Button>}
            />
          }
          foot={foot}
        />
      )}
    </ConsoleList>
  );
}
