import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatClock } from "#shared/formats/dates.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { cachedReadAt } from "#web/data/freshness.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Count } from "#web/ui/Count.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";

export type PolledList = {
  list: {
    data: unknown;
    error: ApiError | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
    dataUpdatedAt: number;
  };
  /** From which it is read. */
  address: string;
  /** What it is, in its messages: "the queue". */
  of: string;
  /** The button's name. */
  refresh: string;
  /** False while something that belongs to it loads. */
  isReady?: boolean;
  children: ReactNode;
};

/** A list of the day that is polled, with its age and a button that refetches it. */
export function DaySection({
  title,
  count,
  ...polled
}: PolledList & {
  title: string;
  /** Its patients; none is shown without any. */
  count: number;
}) {
  return (
    <Section
      title={title}
      note={count > 0 ? <Count value={count} exact /> : undefined}
      flush
      actions={<Age {...polled} />}
    >
      <Polled {...polled} />
    </Section>
  );
}

/** When it was read, and the button. */
export function Age({
  list: { data, error, refetch, dataUpdatedAt },
  address,
  refresh,
}: Omit<PolledList, "children">) {
  // Spins only for the user's own press, not for each poll.
  const [isPressed, setPressed] = useState(false);
  const refetchNow = () => {
    setPressed(true);
    void refetch().finally(() => setPressed(false));
  };
  // Without a connection the data is older than its display.
  const clock = formatClock(new Date(cachedReadAt(address) ?? dataUpdatedAt));
  return (
    <>
      {data !== undefined && (
        <span className="text-right text-sm text-ink-3 tabular-nums max-md:text-xs">
          <span role="status" className="text-warn not-empty:mr-2 max-md:mr-0! max-md:block">
            {error && "Could not be refreshed"}
          </span>
          <span className="max-md:sr-only">Updated {clock}</span>
          <span aria-hidden="true" className="md:hidden">
            {clock}
          </span>
        </span>
      )}
      <IconButton
        size="sm"
        label={refresh}
        icon={<RefreshCw />}
        busy={isPressed}
        onClick={refetchNow}
        data-print="no"
      />
    </>
  );
}

/** Its rows, or why there are none. */
export function Polled({ list, of, isReady = true, children }: PolledList) {
  return list.data !== undefined && isReady ? (
    children
  ) : (
    <QueryPending
      query={list}
      title={`Failed to load ${of}`}
      skeleton={<SkeletonRows rows={4} initials={false} tall />}
      label={`Loading ${of}`}
    />
  );
}
