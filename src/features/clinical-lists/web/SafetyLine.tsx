import { ChevronDown, CircleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { noAllergyWords } from "#shared/clinical/allergy-words.ts";
import { gestationDays, pregnantText } from "#shared/clinical/pregnancy.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Failed, SafetyStrip } from "./SafetyStrip.tsx";
import { vitalRows } from "./strip-rows.ts";

/**
 * The safety strip of a dialog in one line, two on a phone, until it is opened: allergies, problems, how many medicines,
 * and what is not normal.
 */
export function SafetyLine({ patientId }: { patientId: number }) {
  const { data, error, refetch, isFetching } = useCall(summary, { params: { id: String(patientId) } });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!data && error)
    return <Failed why={error.shown()} onRetry={() => void refetch()} isBusy={isFetching} />;
  return (
    <>
      <div className="spine flex min-h-9 items-center gap-3.5 border-b border-line bg-paper py-1 pr-1.5 pl-3.25 text-sm/4.5 text-ink-2 md:pr-3 md:pl-4.25">
        {data ? (
          <section
            aria-label={isOpen ? "In short" : "At a glance"}
            className="flex min-w-0 flex-1 flex-wrap gap-x-3.5 gap-y-0.5 wrap-anywhere lg:flex-nowrap"
          >
            <Words of={data} />
          </section>
        ) : (
          <span className="flex-1" aria-hidden="true">
            <SkeletonBar className="h-3 w-[60%]" />
          </span>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6.5! max-md:min-h-touch! max-md:min-w-touch max-md:px-2"
        >
          <span className="max-md:sr-only">{isOpen ? "Show less" : "Show all"}</span>
          <ChevronDown className={cx("transition-transform", isOpen && "rotate-180")} />
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="max-h-[40dvh] overflow-y-auto border-b border-line">
          <SafetyStrip patientId={patientId} />
        </div>
      )}
    </>
  );
}

function Words({
  of: { allergies, noKnownAllergies, problems, medicines, pregnancy, vitals, pending, more },
}: {
  of: Summary;
}) {
  const today = useToday();
  const rows = vitalRows(vitals, today);
  // The worst one, else the pressure.
  const told =
    rows.find(({ flag }) => flag?.tone === "bad") ??
    rows.find(({ flag }) => flag) ??
    rows.find(({ key }) => key === "bloodPressure");
  const back = pending.filter(({ kind }) => kind === "result").toReversed();
  const named = problems.map(({ words }) => words);
  const medicineCount = medicines.length + more.medicines;
  return (
    <>
      <span className="lg:min-w-32 lg:shrink-0 lg:max-w-[40%]">
        {allergies.length > 0 ? (
          <>
            <span className="font-medium text-bad">
              <CircleAlert className="mr-1 inline size-3.5 -translate-y-px" />
              <span className="sr-only">Allergies: </span>
              {allergies.map(({ substance }) => substance).join(", ")}
              {more.allergies > 0 && ` and ${more.allergies} more`}
            </span>
            {allergies.length === 1 && allergies[0]?.reaction && ` ${allergies[0].reaction}`}
          </>
        ) : (
          <b className="font-medium text-ink">
            {noKnownAllergies ? noAllergyWords(noKnownAllergies.words) : "Allergies: not recorded"}
          </b>
        )}
      </span>
      {pregnancy && (
        <b className="font-medium text-ink lg:shrink-0">
          {pregnantText(gestationDays(pregnancy.dueOn, today))}
        </b>
      )}
      {named.length > 0 && (
        <Wide className="min-w-0 truncate">
          <b className="font-medium text-ink">{named[0]}</b>
          {named.slice(1, 3).map((words) => `, ${words}`)}
          {named.length + more.problems > 3 && ` and ${named.length + more.problems - 3} more`}
        </Wide>
      )}
      {medicineCount > 0 && (
        <Wide className="shrink-0">{`${medicineCount} ${medicineCount === 1 ? "medicine" : "medicines"}`}</Wide>
      )}
      {told && (
        <span className="lg:shrink-0">
          <b className="font-medium text-ink">{told.text}</b>
          {told.flag && (
            <span className={cx("font-medium", told.flag.tone === "bad" ? "text-bad" : "text-warn")}>
              {" "}
              {told.flag.text}
            </span>
          )}
          {told.aside && `, ${told.aside}`}
        </span>
      )}
      {back[0] && (
        <Wide className="min-w-0 truncate">
          <span className="font-medium text-warn">Back</span> {back[0].label}
          {back.length > 1 && `, ${back.length - 1} more`}
        </Wide>
      )}
    </>
  );
}

/** Not on a phone, where it is a press away. What does not fit on the line is shortened: the strip has it in full. */
const Wide = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={cx("max-lg:hidden", className)}>{children}</span>
);
