import { Percent } from "lucide-react";
import { useState } from "react";
import { doctorShares, type DoctorShares as Shares } from "#features/billing/statements-contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { SharesDialog } from "./SharesDialog.tsx";

/** What each doctor gets of own lines; the clinic keeps the rest. */
export function DoctorShares() {
  const query = useCall(doctorShares, {});
  const [open, setOpen] = useState<Shares | null>(null);
  return (
    <Section flush title="Doctors' shares">
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        What a doctor gets of what is collected of own lines; the clinic keeps the rest. A share that you
        change applies to new bills only.
      </p>
      <QueryList
        query={query}
        title="Failed to load the shares"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        empty={<Empty icon={<Percent />} title="No doctors" why="Doctors of the clinic appear here." />}
      >
        {(doctors) => (
          <ul ref={holdFocus} aria-label="Doctors' shares">
            {doctors.map((doctor) => (
              <li
                key={doctor.practitionerId}
                className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block font-medium">{doctor.doctorName}</span>
                  <span className="block text-sm text-ink-2">{sharesInWords(doctor)}</span>
                </span>
                <Button size="sm" aria-label={`Edit ${doctor.doctorName}`} onClick={() => setOpen(doctor)}>
                  Edit
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
      {open && <SharesDialog doctor={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

const sharesInWords = ({ shares }: Shares): string =>
  shares
    .map(({ serviceName, percent, amount }) => {
      const part = percent === null ? `${formatMoney(amount ?? "0")} each` : `${percent}%`;
      return `${serviceName ?? (shares.length > 1 ? "Every other service" : "Every service")} ${part}`;
    })
    .join(" · ") || "No share: the clinic keeps all";
