import { EllipsisVertical, List, Pencil, Plus, Power, Trash2, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { QueryList } from "#web/QueryList.tsx";
import { ShownOnceDialog } from "#web/ShownOnceDialog.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { changeWebhook, removeWebhook, type Webhook, webhooks } from "../contract.ts";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import { eventsInWords, stateInWords } from "./webhook-words.ts";

type Open = { what: "form" | "messages" | "removal"; webhook: Webhook } | { what: "form"; webhook: null };

const hostOf = ({ url }: Webhook) => URL.parse(url)?.host ?? url;

/** Addresses of other systems that are notified of events, by id only. */
export function Webhooks() {
  const query = useCall(webhooks, {}, { refetchOnMount: "always" });
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const remove = useEndpointMutation(removeWebhook, {
    done: "Webhook deleted",
    failed: "Failed to delete the webhook",
  });
  const change = useEndpointMutation(changeWebhook, {
    done: ({ isActive }) => (isActive ? "Webhook turned on" : "Webhook turned off"),
    failed: "Failed to change the webhook",
  });
  const columns = useColumns({
    onOpen: setOpen,
    onTurn: ({ id, isActive }) =>
      change.mutate({ params: { id: String(id) }, body: { isActive: !isActive } }),
  });
  const close = () => setOpen(null);
  return (
    <div ref={holdFocus}>
      <Section
        flush
        title="Webhooks"
        actions={
          <Button size="sm" icon={<Plus />} onClick={() => setOpen({ what: "form", webhook: null })}>
            Add Webhook
          </Button>
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
          Tells another system within seconds that something happened. A message contains only numbers, no
          names or records: the system reads those with an API key.
        </p>
        <QueryList
          query={query}
          title="Failed to load the webhooks"
          skeleton={<SkeletonRows rows={2} initials={false} />}
        >
          {(rows) => (
            <Table
              label="Webhooks"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={(webhook) => setOpen({ what: "messages", webhook })}
              empty={
                <Empty
                  icon={<WebhookIcon />}
                  title="No webhooks"
                  why="Add one to tell another system at once who came and what was paid."
                />
              }
            />
          )}
        </QueryList>
      </Section>
      {open?.what === "form" && (
        <WebhookDialog
          webhook={open.webhook}
          onClose={close}
          onAdded={(added) => {
            close();
            setMade(added);
          }}
        />
      )}
      {open?.what === "messages" && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {made && (
        <ShownOnceDialog
          title="Signing secret"
          about={
            <>
              Give this to the people who run <b className="font-strong wrap-anywhere">{made.url}</b>,
              privately. With it they see that a message is from Klinika.
            </>
          }
          secret={made.secret}
          ifLost="You won't be able to see it again. If it's lost, delete the webhook and add it again."
          onClose={() => setMade(null)}
        />
      )}
      {open?.what === "removal" && (
        <ConfirmDialog
          open
          title={`Delete the webhook of ${hostOf(open.webhook)}?`}
          description="Nothing more is sent to this address, and its list of messages is deleted."
          confirmLabel="Delete Webhook"
          danger
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: String(open.webhook.id) } }).catch(() => undefined);
            close();
          }}
        />
      )}
    </div>
  );
}

function useColumns({
  onOpen,
  onTurn,
}: {
  onOpen: (open: Open) => void;
  onTurn: (webhook: Webhook) => void;
}): Column<Webhook>[] {
  const now = useNow();
  return [
    {
      id: "url",
      header: "Address",
      phone: "title",
      cell: ({ url }) => <span className="font-medium wrap-anywhere">{url}</span>,
    },
    {
      id: "events",
      header: "Tells",
      phone: "line",
      cell: ({ events }) => eventsInWords(events),
    },
    {
      id: "note",
      header: "Messages",
      phone: "line",
      width: "14rem",
      cell: (webhook) => stateInWords(webhook, now).note,
    },
    {
      id: "state",
      header: "State",
      phone: "aside",
      width: "6rem",
      cell: (webhook) => {
        const { tone, state } = stateInWords(webhook, now);
        return <Badge tone={tone}>{state}</Badge>;
      },
    },
    {
      id: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      phone: "aside",
      width: "3.5rem",
      cell: (webhook) => (
        <Menu
          align="end"
          title={hostOf(webhook)}
          trigger={
            <IconButton size="sm" icon={<EllipsisVertical />} label={`Actions for ${hostOf(webhook)}`} />
          }
          items={[
            { label: "Messages", icon: <List />, onSelect: () => onOpen({ what: "messages", webhook }) },
            { label: "Edit", icon: <Pencil />, onSelect: () => onOpen({ what: "form", webhook }) },
            {
              label: webhook.isActive ? "Turn Off" : "Turn On",
              icon: <Power />,
              onSelect: () => onTurn(webhook),
            },
            "divider",
            {
              label: "Delete",
              icon: <Trash2 />,
              danger: true,
              onSelect: () => onOpen({ what: "removal", webhook }),
            },
          ]}
        />
      ),
    },
  ];
}
