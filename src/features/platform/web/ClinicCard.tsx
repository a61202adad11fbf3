import { BadgeCheck, FolderOutput, History } from "lucide-react";
import { useId } from "react";
import type { PlatformClinic } from "#features/platform/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { formatPesosShort } from "#shared/formats/short-pesos.ts";
import { isInGoodStanding, isSubscriptionStatus, type SubscriptionStatus } from "#shared/subscription.ts";
import { SubscriptionBadge } from "#web/SubscriptionBadge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { dayOf, statusOptions } from "./platform-words.ts";

/** One clinic: its owner, patients, payments, access switch and subscription. */
export function ClinicCard({
  clinic,
  onActivate,
  onSubscribe,
  onVerify,
  onHistory,
  onRelease,
}: {
  clinic: PlatformClinic;
  onActivate: (isActive: boolean) => void;
  onSubscribe: (status: SubscriptionStatus) => void;
  onVerify: () => void;
  onHistory: () => void;
  onRelease: () => void;
}) {
  const heading = useId();
  const { name, owner, subscriptionStatus, isActive } = clinic;
  const figures = [
    ["Users", formatCount(clinic.userCount)],
    ["Patients", formatCount(clinic.patientCount)],
    ["Monthly fee", formatPesosShort(clinic.monthlyFee)],
    ["Created", dayOf(clinic.createdAt)],
  ] as const;
  return (
    <li
      aria-labelledby={heading}
      className="grid gap-x-5 gap-y-3 border-t border-line px-4 py-3 first:border-t-0 xl:grid-cols-[minmax(0,1fr)_auto_auto] xl:items-center"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={heading} className="font-strong wrap-anywhere">
            {name}
          </h2>
          <SubscriptionBadge status={subscriptionStatus} />
          {clinic.verifiedAt ? (
            <Badge tone="ok" icon={<BadgeCheck />}>
              Verified
            </Badge>
          ) : (
            <Badge>Not verified</Badge>
          )}
        </div>
        <p className="text-sm wrap-anywhere text-ink-2">
          {owner ? [fullName(owner), owner.email].filter(Boolean).join(" · ") : "No owner"}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-2 md:grid-cols-[3.25rem_4.5rem_5.75rem_6.5rem]">
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3 md:grid md:grid-cols-[6.25rem_8rem_auto_auto_2.25rem]">
        <Switch
          checked={isActive}
          onChange={onActivate}
          label={
            <>
              {isActive ? "Active" : "Inactive"} <span className="sr-only">{name}</span>
            </>
          }
        />
        <Select
          aria-label={`Subscription of ${name}`}
          className="max-md:w-auto max-md:flex-1 max-md:basis-24"
          options={statusOptions}
          value={subscriptionStatus}
          onChange={({ target }) => {
            if (isSubscriptionStatus(target.value)) onSubscribe(target.value);
          }}
        />
        <span className="flex gap-1 md:contents">
          <IconButton
            label={clinic.verifiedAt ? `Remove verification of ${name}` : `Verify ${name}`}
            title={clinic.verifiedAt ? "Remove verification" : "Verify"}
            icon={<BadgeCheck />}
            onClick={onVerify}
          />
          <IconButton
            label={`Status history of ${name}`}
            title="Status history"
            icon={<History />}
            onClick={onHistory}
          />
          {!isInGoodStanding(clinic) && (
            <IconButton
              label={`Release the data of ${name}`}
              title="Release the clinic's data"
              icon={<FolderOutput />}
              onClick={onRelease}
            />
          )}
        </span>
      </div>
    </li>
  );
}
