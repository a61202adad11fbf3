import { CircleCheck } from "lucide-react";
import {
  type ClinicSettings,
  requestUpgrade,
  storageUse,
  upgradeRequest,
} from "#features/clinics/contract.ts";
import { formatBytes } from "#shared/formats/bytes.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { mayRequestUpgrade } from "#shared/subscription.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { SubscriptionBadge } from "#web/SubscriptionBadge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The Subscription tab: current plan, price and payments. */
export function SubscriptionSettings() {
  const can = useCan();
  return (
    <WithClinicSettings>
      {(clinic) => (
        <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
          {mayRequestUpgrade(clinic) && <TrialBanner endsAt={clinic.trialEndsAt} />}
          <Section title="Plan">
            <ChartList
              lines={[
                { label: "Status", value: <SubscriptionBadge status={clinic.subscriptionStatus} /> },
                { label: "Monthly fee", value: <Fee amount={clinic.monthlyFee} /> },
                { label: "Setup fee", value: <Fee amount={clinic.setupFee} /> },
                ...(can(storageUse) ? [{ label: "Storage", value: <StoredFiles /> }] : []),
              ]}
            />
          </Section>
          <BillingHistory clinic={clinic} />
        </div>
      )}
    </WithClinicSettings>
  );
}

const Fee = ({ amount }: { amount: string }) => <span className="tabular-nums">{formatMoney(amount)}</span>;

function StoredFiles() {
  const { data, error } = useCall(storageUse, {}, { refetchOnMount: "always" });
  if (data)
    return (
      <span className="tabular-nums">
        {formatBytes(data.used)} of {formatBytes(data.quota)} used
      </span>
    );
  return error ? "Could not be loaded" : "Loading…";
}

function TrialBanner({ endsAt }: { endsAt: string | null }) {
  return (
    <NoteBox
      tone="info"
      role="note"
      title="Free trial"
      actions={
        <IfCan do={requestUpgrade}>
          <Upgrade />
        </IfCan>
      }
    >
      {endsAt && <p>Your free trial ends on {formatLongDay(manilaDay(new Date(endsAt)))}.</p>}
    </NoteBox>
  );
}

/** Sends the request once; while it is open, shows when it was sent. */
function Upgrade() {
  const { data } = useCall(upgradeRequest, {}, { refetchOnMount: "always" });
  const request = useEndpointMutation(requestUpgrade, {
    done: {
      title: "Upgrade Requested",
      description: "We have your request and will contact you about the full plan.",
    },
    failed: "Failed to send the upgrade request",
  });
  if (data?.requestedAt)
    return (
      <p role="status">
        Upgrade requested on {formatInstant(data.requestedAt)}. We will contact you about the full plan.
      </p>
    );
  return (
    <Button
      variant="primary"
      busy={request.isPending}
      busyLabel="Sending…"
      onClick={() => request.mutate({})}
    >
      Upgrade to Full Plan
    </Button>
  );
}

/** One row, as the specification says, with the clinic's own amount. */
function BillingHistory({ clinic }: { clinic: ClinicSettings }) {
  return (
    <Section title="Billing History" flush>
      <Table
        label="Billing history"
        rows={[{ item: "Setup Fee", amount: clinic.setupFee }]}
        rowKey={({ item }) => item}
        columns={[
          { id: "item", header: "Item", cell: ({ item }) => item, phone: "title" },
          {
            id: "amount",
            header: "Amount",
            align: "right",
            cell: ({ amount }) => <Fee amount={amount} />,
            phone: "line",
          },
          {
            id: "status",
            header: "Status",
            cell: () => (
              <Badge tone="ok" icon={<CircleCheck />}>
                Paid
              </Badge>
            ),
            phone: "aside",
          },
        ]}
      />
    </Section>
  );
}
