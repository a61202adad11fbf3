import { Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type PlatformMessage, platformMessages } from "#features/platform/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { ConsoleList } from "./ConsoleList.tsx";
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

/** The number of open requests; undefined until it is known. */
export const useWaitingRequests = (): number | undefined =>
  useRequests("waiting").data?.pages[0]?.total ?? undefined;

/** Messages of the landing page's contact form, and requests for the full plan. */
export function ContactRequests({ onShowClinic }: { onShowClinic: (search: string) => void }) {
  const [view, setView] = useState<View>("waiting");
  const read = useRequests(view);
  const mark = useHandled();
  return (
    <ConsoleList
      read={read}
      what="requests"
      skeleton={<SkeletonRows rows={4} initials={false} />}
      tools={<Segment label="Requests" options={views} value={view} onChange={setView} />}
    >
      {(messages, foot) => (
        <Requests messages={messages} view={view} onMark={mark} onShowClinic={onShowClinic}>
          {foot}
        </Requests>
      )}
    </ConsoleList>
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
        why="Contact form messages and upgrade requests appear here."
        level={2}
      />
    ) : (
      <Empty icon={<Inbox />} title="No handled requests" why="Handled messages appear here." level={2} />
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
