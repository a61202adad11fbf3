import { Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type PlatformMessage, platformMessages } from "#features/platform/contract.ts";
import { usePages } from "#web/calls.ts";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore } from "#web/ui/LoadMore.tsx";
import { Segment } from "#web/ui/Segment.tsx";
import { SkeletonRows } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { listsEvery } from "./platform-words.ts";
import { RequestRow } from "./RequestRow.tsx";
import { useHandled } from "./use-handled.ts";

const views = [
  { value: "waiting", label: "Waiting" },
  { value: "handled", label: "Handled" },
] as const;
type View = (typeof views)[number]["value"];

const messagesOf = (view: View) => ({
  query: { limit: "25", handled: view === "handled" ? "true" : "false" } as const,
});
const useRequests = (view: View) => usePages(platformMessages, messagesOf(view), { pollEvery: listsEvery });

/** How many requests wait; undefined until it is known. */
export const useWaitingRequests = (): number | undefined =>
  useRequests("waiting").data?.pages[0]?.total ?? undefined;

/** What the landing page's contact form brought, and the clinics that ask for the full plan. */
export function ContactRequests({ onShowClinic }: { onShowClinic: (search: string) => void }) {
  const [view, setView] = useState<View>("waiting");
  const read = useRequests(view);
  const [first] = read.data?.pages ?? [];
  const messages = read.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const mark = useHandled();
  return (
    <div className="grid gap-4 pt-5">
      <Segment label="Requests" options={views} value={view} onChange={setView} />
      <div className="rounded-md border border-line bg-surface">
        {read.data ? (
          <Requests messages={messages} view={view} onMark={mark} onShowClinic={onShowClinic}>
            <LoadMore
              shown={messages.length}
              total={first?.total ?? undefined}
              onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
              busy={read.isFetchingNextPage}
            />
          </Requests>
        ) : read.error ? (
          <ErrorState
            title="Failed to load requests"
            why={read.error.shown("The list could not be read.")}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
            reference={read.error.body.reference}
            level={2}
          />
        ) : (
          <Waiting
            label="Loading requests..."
            onRetry={() => void read.refetch()}
            skeleton={<SkeletonRows rows={4} initials={false} />}
          />
        )}
      </div>
    </div>
  );
}

function Requests({
  messages,
  view,
  onMark,
  onShowClinic,
  children,
}: {
  messages: readonly PlatformMessage[];
  view: View;
  onMark: (message: PlatformMessage, isHandled: boolean) => void;
  onShowClinic: (search: string) => void;
  children: ReactNode;
}) {
  if (messages.length === 0)
    return view === "waiting" ? (
      <Empty
        icon={<Inbox />}
        title="No requests waiting"
        why="Messages of the contact form and upgrade requests of clinics stand here."
        level={2}
      />
    ) : (
      <Empty icon={<Inbox />} title="No handled requests" why="What was handled is kept here." level={2} />
    );
  return (
    <>
      <ul aria-label={view === "waiting" ? "Requests waiting" : "Handled requests"}>
        {messages.map((message) => (
          <RequestRow
            key={message.id}
            message={message}
            onMark={(isHandled) => onMark(message, isHandled)}
            onShowClinic={() => onShowClinic(message.email)}
          />
        ))}
      </ul>
      {children}
    </>
  );
}
