import { Send } from "lucide-react";
import { formatInstant } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { testWebhook, type Webhook, type WebhookDelivery, webhookDeliveries } from "../contract.ts";
import { aboutInWords, deliveryStates, eventWords, nextTry } from "./webhook-words.ts";

const EVERY = 3000;

/** The last messages of a webhook with their responses, and a test. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const params = { id: String(webhook.id) };
  const query = useCall(webhookDeliveries, { params }, { pollEvery: EVERY, refetchOnMount: "always" });
  const { refetch } = query;
  const test = useEndpointMutation(testWebhook, {
    done: "Test on its way",
    failed: "Failed to send the test",
  });
  const send = async () => {
    await test.mutateAsync({ params }).catch(() => undefined);
    await refetch();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Messages"
      description={webhook.url}
      size="lg"
      bodyLabel="Messages of the webhook"
      bodyClassName="p-0! [--frame-top:0px]"
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {webhook.isActive && (
            <Button icon={<Send />} busy={test.isPending} busyLabel="Sending…" onClick={() => void send()}>
              Send a Test
            </Button>
          )}
        </>
      }
    >
      <QueryList query={query} title="Failed to load the messages" skeleton={<SkeletonTable rows={4} />}>
        {(rows) => (
          <Table
            label="Messages of the webhook"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <Empty
                icon={<Send />}
                title="Nothing sent yet"
                why="Messages of the last 30 days appear here. Send a test to see whether the address takes them."
              />
            }
          />
        )}
      </QueryList>
    </Dialog>
  );
}

const tones = { delivered: "ok", waiting: "quiet", failed: "bad" } as const;

const columns: Column<WebhookDelivery>[] = [
  {
    id: "event",
    header: "Message",
    phone: "title",
    cell: (delivery) => (
      <span className="grid">
        <span className="font-medium">{delivery.event === "test" ? "Test" : eventWords[delivery.event]}</span>
        <span className="text-xs text-ink-3 tabular-nums">
          {[formatInstant(delivery.happenedAt), aboutInWords(delivery)].filter(Boolean).join(" · ")}
        </span>
      </span>
    ),
  },
  {
    id: "answer",
    header: "Answer",
    phone: "line",
    cell: ({ status, answer, problem, attempts }) => (
      <span className="grid wrap-anywhere">
        <span>
          {problem ?? (status === null ? "None yet" : `Answered ${status}`)}
          {attempts > 1 && <span className="text-ink-3">, {attempts} tries</span>}
        </span>
        {answer !== null && <span className="line-clamp-2 font-mono text-xs text-ink-3">{answer}</span>}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    phone: "aside",
    width: "13rem",
    cell: (delivery) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={tones[delivery.state]}>{deliveryStates[delivery.state]}</Badge>
        {nextTry(delivery) && <span className="text-xs text-ink-3">{nextTry(delivery)}</span>}
      </span>
    ),
  },
];
