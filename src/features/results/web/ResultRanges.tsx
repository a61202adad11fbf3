import { FlaskConical, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { type ResultRange, resultSettings, setResultRange } from "#features/results/contract.ts";
import type { NumberAnalyte } from "#shared/clinical/results/analyte.ts";
import { rangeInWords } from "#shared/clinical/results/judge.ts";
import { analytes } from "#shared/clinical/results/panels.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { ResultRangeDialog } from "./ResultRangeDialog.tsx";
import { inYears } from "./range-form.ts";

const inWords = (limit: number | null) => (limit === null ? null : String(limit));

/** "Women, 18 to 49 years: 12 to 16 g/dL". */
function bandInWords({ sex, from, to, low, high }: ResultRange["bands"][number], unit: string): string {
  const who = sex === "F" ? "Female" : sex === "M" ? "Male" : "Everybody";
  const age =
    from !== null && to !== null
      ? `, from ${inYears(from)} to under ${inYears(to)} years`
      : from !== null
        ? `, from ${inYears(from)} years`
        : to !== null
          ? `, under ${inYears(to)} years`
          : "";
  return `${who}${age}: ${rangeInWords({ low: inWords(low), high: inWords(high) })} ${unit}`.trim();
}

/** The ranges that the clinic uses instead of the catalog's. */
export function ResultRanges() {
  const query = useCall(resultSettings, {});
  const { data } = query;
  const mayChange = useCan()(setResultRange);
  const [open, setOpen] = useState<{ range: ResultRange | null } | null>(null);
  return (
    <div className="max-w-form">
      <Section
        flush
        title="Reference ranges"
        actions={
          mayChange && (
            <Button size="sm" icon={<Plus />} onClick={() => setOpen({ range: null })}>
              Change a Range
            </Button>
          )
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
          Results are flagged by published ranges for sex and age. Where your laboratory uses another one, or
          you treat to a goal, enter it here. Results that are stored already keep their flags.
        </p>
        <QueryList
          query={query}
          title="Failed to load the ranges"
          skeleton={<SkeletonRows rows={3} initials={false} />}
          rowsOf={({ ranges }) => ranges}
          empty={
            <Empty
              icon={<FlaskConical />}
              title="No ranges of your own"
              why="The published ones are used; each result says which."
            />
          }
        >
          {(ranges) => (
            <ul aria-label="Ranges of the clinic">
              {ranges.map((range) => {
                const analyte = analytes.get(range.analyte) as NumberAnalyte | undefined;
                const name = analyte?.name ?? range.analyte;
                return (
                  <li
                    key={range.analyte}
                    className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <span className="block font-medium">{name}</span>
                      {range.bands.map((band) => {
                        const words = bandInWords(band, analyte?.units[0].name ?? "");
                        return (
                          <span key={words} className="block text-sm tabular-nums">
                            {words}
                          </span>
                        );
                      })}
                      <span className="block text-sm text-ink-3">
                        {[
                          range.note,
                          `changed ${formatDay(manilaDay(new Date(range.changedAt)))}`,
                          range.changedByName && `by ${range.changedByName}`,
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    </span>
                    {mayChange && (
                      <IconButton
                        size="sm"
                        label={`Change the range of ${name}`}
                        icon={<Pencil />}
                        onClick={() => setOpen({ range })}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </QueryList>
      </Section>
      {open && <ResultRangeDialog {...open} own={data?.ranges ?? []} onClose={() => setOpen(null)} />}
    </div>
  );
}
