import { Archive, Check, Eye, Pencil, Plus, Printer, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import type { ButtonVariant } from "#web/ui/button-class.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Line } from "./Caption.tsx";

const variants: readonly [ButtonVariant, string, string][] = [
  ["primary", "Save Patient", "Saving…"],
  ["secondary", "Cancel", "Cancelling…"],
  ["ghost", "View", "Opening…"],
  ["danger", "Delete Patient", "Deleting…"],
  ["dangerSolid", "Delete Patient", "Deleting…"],
  ["link", "Clear Filters", "Clearing…"],
];
const icon = (Icon: typeof Eye) => <Icon />;

export function ButtonsSection() {
  const [busy, setBusy] = useState(false);
  return (
    <Section>
      <div className="grid gap-3">
        {variants.map(([variant, label, busyLabel]) => (
          <Line key={variant} name={variant}>
            <Button variant={variant}>{label}</Button>
            <Button variant={variant} icon={icon(Plus)}>
              {label}
            </Button>
            <Button variant={variant} busy busyLabel={busyLabel}>
              {label}
            </Button>
            <Button variant={variant} disabled>
              {label}
            </Button>
          </Line>
        ))}
        <Line name="sm, md, lg">
          <Button size="sm" icon={icon(Check)}>
            Done
          </Button>
          <Button>Done</Button>
          <Button size="lg" variant="primary">
            Create account
          </Button>
        </Line>
        <Line name="Icon alone">
          <IconButton label="Reload" size="sm" variant="secondary" icon={icon(RefreshCw)} />
          <IconButton label="Print" icon={icon(Printer)} />
          <IconButton label="Print, busy" icon={icon(Printer)} busy />
          <IconButton label="Print, disabled" icon={icon(Printer)} disabled />
          <span className="flex">
            <IconButton size="xs" label="View Consultation" icon={icon(Eye)} />
            <IconButton size="xs" label="Edit Patient" icon={icon(Pencil)} />
            <IconButton size="xs" label="Archive Patient" icon={icon(Archive)} />
            <IconButton size="xs" label="Delete Patient" icon={icon(Trash2)} />
          </span>
        </Line>
        <Line name="Busy keeps the width">
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Saving…"
            onClick={() => {
              setBusy(true);
              setTimeout(() => setBusy(false), 2000);
            }}
          >
            Save Prescription
          </Button>
        </Line>
      </div>
    </Section>
  );
}
