import { Monitor, Smartphone } from "lucide-react";
import {
  type Device,
  devices,
  endDevice,
  endOtherDevices,
  endStaffDevice,
  staffDevices,
} from "#features/accounts/security-contract.ts";
import { relativeTime } from "#shared/formats/dates.ts";
import { dateNow } from "#web/clock.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

const failed = "Failed to log the device out";

/** Where the user is signed in. */
export function OwnDevices() {
  const read = useCall(devices, {}, { refetchOnMount: "always" });
  const one = useEndpointMutation(endDevice, { done: "Device logged out", failed });
  const others = useEndpointMutation(endOtherDevices, { done: "Other devices logged out", failed });
  const hasOthers = read.data?.some(({ isThis }) => !isThis) ?? false;
  return (
    <Section
      title="Signed-in devices"
      flush
      actions={
        hasOthers && (
          <Button
            variant="ghost"
            busy={others.isPending}
            busyLabel="Logging out…"
            onClick={() => void others.mutateAsync({}).catch(() => undefined)}
          >
            Log Out All Others
          </Button>
        )
      }
    >
      <DeviceRows
        read={read}
        onEnd={({ id }) => void one.mutateAsync({ params: { id: String(id) } }).catch(() => undefined)}
      />
    </Section>
  );
}

/** Where the clinic's staff are signed in, for the owner. */
export function StaffDevices() {
  const read = useCall(staffDevices, {}, { refetchOnMount: "always" });
  const one = useEndpointMutation(endStaffDevice, { done: "Device logged out", failed });
  return (
    <Section title="Your staff's devices" flush>
      <DeviceRows
        read={read}
        onEnd={({ id }) => void one.mutateAsync({ params: { id: String(id) } }).catch(() => undefined)}
      />
    </Section>
  );
}

function DeviceRows({
  read,
  onEnd,
}: {
  read: ReturnType<typeof useCall<typeof devices>> | ReturnType<typeof useCall<typeof staffDevices>>;
  onEnd: (device: Device) => void;
}) {
  return (
    <QueryList
      query={read}
      title="Failed to load the devices"
      skeleton={<SkeletonRows rows={2} initials={false} />}
      label="Loading devices..."
      empty={<p className="p-4 text-ink-2">No one is logged in.</p>}
    >
      {(listed) => (
        <ul className="divide-y divide-line">
          {listed.map((device) => {
            const Icon = /iPhone|iPad|Android/.test(device.device) ? Smartphone : Monitor;
            return (
              <li key={device.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                <Icon className="shrink-0" />
                <span className="min-w-0 flex-1 basis-50">
                  <span className="flex flex-wrap items-center gap-x-2 font-medium">
                    {device.userName ? `${device.userName}, ${device.device}` : device.device}
                    {device.isThis && <Badge tone="info">This device</Badge>}
                  </span>
                  <span className="block text-sm text-ink-2">
                    {device.address && `${device.address} · `}
                    {device.isThis ? "active now" : `used ${ago(device.lastUsedAt)}`}
                    {` · logged in ${ago(device.signedInAt)}`}
                  </span>
                </span>
                {!device.isThis && (
                  <Button onClick={() => onEnd(device)} aria-label={`Log out ${device.device}`}>
                    Log Out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </QueryList>
  );
}

/** Within a sentence: "just now". */
const ago = (instant: string) => relativeTime(instant, dateNow()).replace(/^Just/, "just");
