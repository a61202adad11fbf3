import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { addDays, relativeTime } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryList } from "#web/QueryList.tsx";
import { ShownOnceDialog } from "#web/ShownOnceDialog.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { type ApiKey, apiKeys, revokeApiKey } from "../contract.ts";
import { AddApiKeyDialog } from "./AddApiKeyDialog.tsx";
import { scopesInWords, stateInWords } from "./api-key-words.ts";

/** Days before its end from which a key is marked. */
const ENDS_SOON = 14;

const mayRevoke = ({ state }: ApiKey) => state === "live" || state === "orphaned";

/** Keys by which other systems read the clinic's records: created, shown once, revoked. */
export function ApiKeys() {
  const query = useCall(apiKeys, {}, { refetchOnMount: "always" });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useEndpointMutation(revokeApiKey, {
    done: "API key revoked",
    failed: "Failed to revoke the API key",
  });
  const columns = useColumns(setRevoking);
  return (
    <div ref={holdFocus}>
      <Section
        flush
        title="API Keys"
        actions={
          <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Create Key
          </Button>
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
          With a key, another system such as a laboratory's reads your records. It can't change anything, and
          what it reads is in each record's history.
        </p>
        <QueryList
          query={query}
          title="Failed to load the API keys"
          skeleton={<SkeletonRows rows={2} initials={false} />}
        >
          {(rows) => (
            <Table
              label="API keys"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              empty={
                <Empty
                  icon={<KeyRound />}
                  title="No API keys"
                  why="Create one to let another system read from Klinika."
                />
              }
            />
          )}
        </QueryList>
      </Section>
      {isAdding && (
        <AddApiKeyDialog
          onClose={() => setAdding(false)}
          onAdded={(key) => {
            setAdding(false);
            setMade(key);
          }}
        />
      )}
      {made && (
        <ShownOnceDialog
          title="API key"
          about={
            <>
              Give this key to the people who run <b className="font-strong wrap-anywhere">{made.name}</b>,
              privately. Whoever has it can read these records.
            </>
          }
          secret={made.key}
          ifLost="You won't be able to see it again. If it's lost, revoke it and create a new one."
          onClose={() => setMade(null)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          open
          title={`Revoke ${revoking.name}?`}
          description="The system that uses this key can read nothing more, from its next call on. This can't be undone."
          confirmLabel="Revoke Key"
          danger
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await revoke.mutateAsync({ params: { id: String(revoking.id) } }).catch(() => undefined);
            setRevoking(null);
          }}
        />
      )}
    </div>
  );
}

function useColumns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const today = useToday();
  const now = useNow();
  return [
    {
      id: "name",
      header: "Name",
      phone: "title",
      cell: ({ name, lastFour }) => (
        <span className="grid wrap-anywhere">
          <span className="font-medium">{name}</span>
          <span className="font-mono text-xs text-ink-3">klk_…{lastFour}</span>
        </span>
      ),
    },
    {
      id: "scopes",
      header: "May read",
      phone: "line",
      cell: ({ scopes }) => <span className="line-clamp-3">{scopesInWords(scopes)}</span>,
    },
    {
      id: "used",
      header: "Last used",
      phone: "line",
      width: "8.5rem",
      cell: ({ lastUsedAt }) => (
        <>
          <span className="md:sr-only">Used: </span>
          {lastUsedAt === null ? "Not yet" : relativeTime(lastUsedAt, now)}
        </>
      ),
    },
    {
      id: "state",
      header: "State",
      phone: "aside",
      width: "12rem",
      cell: (key) => (
        <Badge
          tone={key.state !== "live" ? "quiet" : key.expiresAt <= addDays(today, ENDS_SOON) ? "warn" : "ok"}
        >
          {stateInWords(key, today)}
        </Badge>
      ),
    },
    {
      id: "revoke",
      header: "Revoke",
      hideHeader: true,
      align: "right",
      phone: "foot",
      width: "6rem",
      cell: (key) =>
        mayRevoke(key) ? (
          <Button size="sm" variant="ghost" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ) : null,
    },
  ];
}
