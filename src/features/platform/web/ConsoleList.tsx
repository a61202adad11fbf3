import type { ReactNode } from "react";
import { counted } from "#shared/formats/counts.ts";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import { useTypedSearch } from "#web/hooks/use-typed-search.ts";
import { type PagesQuery, QueryList } from "#web/QueryList.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { readConsoleSearch } from "./console-search.ts";

/** A list of the console: filters and count above it. */
export function ConsoleList<Row>({
  read,
  what,
  one,
  tools,
  skeleton,
  children,
}: {
  read: PagesQuery<Row>;
  /** "clinics" */
  what: string;
  /** Singular of the counted noun above the list, such as "clinic". */
  one?: string;
  tools: ReactNode;
  skeleton: ReactNode;
  children: (rows: readonly Row[], foot: ReactNode) => ReactNode;
}) {
  const total = read.data?.pages[0]?.total ?? null;
  return (
    <div className="grid gap-4 pt-5">
      <div className="flex flex-wrap items-center gap-2">
        {tools}
        {one && total !== null && (
          <span role="status" className="ml-auto text-ink-2 tabular-nums">
            {counted(total, one)}
          </span>
        )}
      </div>
      <div className="min-w-0 rounded-md border border-line bg-surface">
        <QueryList
          query={read}
          title={`Failed to load ${what}`}
          label={`Loading ${what}...`}
          skeleton={skeleton}
          level={2}
        >
          {children}
        </QueryList>
      </div>
    </div>
  );
}

/** Typing updates the address, from which the tab reads. */
export function ConsoleSearch({
  label,
  placeholder,
  busy,
}: {
  label: string;
  placeholder: string;
  busy: boolean;
}) {
  const { search, change } = useAddressSearch(readConsoleSearch);
  const [typed, setTyped] = useTypedSearch(search.search, (found) => change({ search: found }));
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={setTyped}
      maxLength={255}
      busy={busy}
      className="max-md:w-full md:w-90"
    />
  );
}
