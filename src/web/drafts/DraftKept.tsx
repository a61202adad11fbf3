import { Check } from "lucide-react";
import { formatClock } from "#shared/formats/dates.ts";

/** "Draft kept 9:15 AM", beside the buttons of a form. */
export const DraftKept = ({ at }: { at: number | null }) =>
  at !== null && (
    <span className="flex items-center gap-1.5 text-sm text-ink-3">
      <Check />
      {`Draft kept ${formatClock(new Date(at))}`}
    </span>
  );
