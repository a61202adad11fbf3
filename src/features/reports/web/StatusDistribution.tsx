import type { Analytics } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { inPercents } from "./report-words.ts";
import { ShareBar } from "./ShareBar.tsx";
import { ShareLines } from "./ShareLines.tsx";

/** The period's patients by admission status. */
export function StatusDistribution({ statuses }: Pick<Analytics, "statuses">) {
  const { admitted, discharged, outpatient } = statuses;
  const shares = [
    { label: "Admitted", colour: "bg-info-solid", ...admitted },
    { label: "Discharged", colour: "bg-ok-solid", ...discharged },
    { label: "Outpatient", colour: "bg-quiet-solid", ...outpatient },
  ];
  const percents = inPercents(shares.map(({ patients }) => patients));
  return (
    <Section title="Patient Status Distribution">
      <ShareBar shares={shares} />
      <ShareLines
        lines={shares.map(({ label, colour, patients }, index) => ({
          label,
          colour,
          value: formatCount(patients),
          percent: percents[index] ?? "",
        }))}
      />
    </Section>
  );
}
