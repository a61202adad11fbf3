import { noteReminderConsent, patientReminders, type ReminderConsent } from "#features/reminders/contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import type { ReminderChannel } from "#shared/reminder-channels.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";

const labels: Record<ReminderChannel, string> = {
  text: "Remind by text the day before",
  email: "Remind by email the day before",
};
const missing: Record<ReminderChannel, string> = {
  text: "No mobile number in the record",
  email: "No email in the record",
};

/** "Consent noted by Liezl Bañez on Nov 5, 2026 · +63 917 555 0144" */
function hintOf({ channel, address, isGiven, since, notedBy }: ReminderConsent): string {
  if (address === null) return missing[channel];
  const day = since && formatDay(manilaDay(new Date(since)));
  const consent = !day
    ? "Tick only with the patient's consent"
    : isGiven
      ? `Consent noted by ${notedBy ?? "the clinic"} on ${day}`
      : notedBy
        ? `Withdrawn on ${day}, noted by ${notedBy}`
        : `The patient stopped these on ${day}`;
  return `${consent} · ${channel === "text" ? formatPhone(address) : address}`;
}

/** The patient's consent to reminders, for each channel that is set up. Hidden without any. */
export function ReminderConsents({ patientId }: { patientId: number }) {
  const can = useCan();
  const { data } = useCall(
    patientReminders,
    { params: { id: String(patientId) } },
    { enabled: can(patientReminders) },
  );
  const note = useEndpointMutation(noteReminderConsent, {
    done: ({ isGiven }) => (isGiven ? "Consent noted" : "Consent withdrawn"),
    failed: { title: "Error", fallback: "Failed to save the consent" },
  });
  if (!data || data.consents.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      {data.consents.toReversed().map((consent) => (
        <Checkbox
          key={consent.channel}
          label={labels[consent.channel]}
          hint={hintOf(consent)}
          checked={consent.isGiven}
          disabled={!can(noteReminderConsent) || (consent.address === null && !consent.isGiven)}
          // Not disabled meanwhile, which would lose the focus.
          onChange={(event) =>
            !note.isPending &&
            note.mutate({
              params: { id: String(patientId) },
              body: { channel: consent.channel, isGiven: event.target.checked },
            })
          }
        />
      ))}
    </div>
  );
}
