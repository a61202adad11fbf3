import { Users } from "lucide-react";
import { type PlatformUser, platformUsers } from "#features/platform/contract.ts";
import { usePages } from "#web/calls.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore } from "#web/ui/LoadMore.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { SkeletonTable } from "#web/ui/Skeleton.tsx";
import { type Column, Table } from "#web/ui/Table.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { useAddressSearch } from "#web/use-address-search.ts";
import { useTypedSearch } from "#web/use-typed-search.ts";
import { readConsoleSearch } from "./console-search.ts";
import { counted, listsEvery, nameOf } from "./platform-words.ts";

const columns: readonly Column<PlatformUser>[] = [
  {
    id: "name",
    header: "Name",
    cell: (user) => <span className="font-medium wrap-anywhere">{nameOf(user) || user.email}</span>,
    phone: "title",
  },
  {
    id: "email",
    header: "E-mail",
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
  const [typed, setTyped] = useTypedSearch(search.search, (found) => change({ search: found }));
  const read = usePages(
    platformUsers,
    { query: { search: search.search, limit: "50" } },
    { pollEvery: listsEvery },
  );
  const [first] = read.data?.pages ?? [];
  const users = read.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <div className="grid gap-4 pt-5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search users"
          placeholder="Name or e-mail"
          value={typed}
          onChange={setTyped}
          maxLength={255}
          busy={read.isPlaceholderData}
          className="max-md:w-full md:w-90"
        />
        {first?.total != null && (
          <span role="status" className="ml-auto text-ink-2 tabular-nums">
            {counted(first.total, "user")}
          </span>
        )}
      </div>
      <div className="min-w-0 rounded-md border border-line bg-surface">
        {read.data ? (
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
                why="No account has this name or e-mail."
                level={2}
                action={<Button onClick={() => change({ search: undefined })}>Clear Search</Button>}
              />
            }
            foot={
              <LoadMore
                shown={users.length}
                total={first?.total ?? undefined}
                onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
                busy={read.isFetchingNextPage}
              />
            }
          />
        ) : read.error ? (
          <ErrorState
            title="Failed to load users"
            why={read.error.shown("The list could not be read.")}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
            reference={read.error.body.reference}
            level={2}
          />
        ) : (
          <Waiting
            label="Loading users..."
            onRetry={() => void read.refetch()}
            skeleton={<SkeletonTable rows={8} />}
          />
        )}
      </div>
    </div>
  );
}
