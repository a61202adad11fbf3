import type { Doctor } from "#web/hooks/use-doctors.ts";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { type QueueGroups, waitingInWords } from "./day-words.ts";

/** Mine or All doctors, each with how many are here. */
export const WhoseQueue = ({
  isOfAll,
  onChange,
  mine,
  all,
}: {
  isOfAll: boolean;
  onChange: (isOfAll: boolean) => void;
  mine: number;
  all: number;
}) => (
  <Segment
    label="Whose queue"
    value={isOfAll ? "all" : "mine"}
    onChange={(shown) => onChange(shown === "all")}
    options={[
      { value: "mine", label: "Mine", end: <Count value={mine} /> },
      { value: "all", label: "All doctors", end: <Count value={all} /> },
    ]}
  />
);

/** "With the others: Jun Ang 2 waiting" */
export function OtherQueues({
  queues,
  onShow,
}: {
  queues: readonly (readonly [Doctor, QueueGroups])[];
  onShow: (() => void) | undefined;
}) {
  return (
    <div className="flex min-h-9 items-center gap-2 border-t border-line bg-sunk px-4 py-1 text-sm">
      <b className="shrink-0 font-strong">With the others</b>
      <span className="min-w-0 text-ink-2 tabular-nums wrap-anywhere">
        {queues.map(([{ name }, { waiting }]) => `${name} ${waitingInWords(waiting.length)}`).join(", ")}
      </span>
      {onShow && (
        <Button
          variant="link"
          size="sm"
          onClick={onShow}
          aria-label="Show the others' queues"
          className="ml-auto shrink-0"
        >
          Show
        </Button>
      )}
    </div>
  );
}
