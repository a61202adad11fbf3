import { LineChart } from "lucide-react";
import { Suspense, useState } from "react";
import { recordVitals } from "#features/consultations/contract.ts";
import { type GrowthValue, growthChartPdf, patientGrowth } from "#features/growth/contract.ts";
import { editPatient, type Patient } from "#features/patients/contract.ts";
import type { LineKind } from "#shared/clinical/growth/chart.ts";
import {
  daysOfAge,
  type GrowthIndicator,
  indicatorsShown,
  LAST_DAY,
  STANDING_FROM_DAYS,
} from "#shared/clinical/growth/indicators.ts";
import { velocityOf } from "#shared/clinical/growth/visits.ts";
import {
  centileText,
  growthFlag,
  growthLabels,
  growthUnits,
  withoutScore,
  zText,
} from "#shared/clinical/growth/words.ts";
import { gestationText } from "#shared/clinical/pregnancy.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { FlagWords } from "#web/clinical/FlagWords.tsx";
import { PaperFailure, SmallPaperButtons } from "#web/clinical/PaperButtons.tsx";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { GrowthChart } from "./GrowthChart.tsx";
import { GrowthTable } from "./GrowthTable.tsx";

const GestationDialog = lazyPart(() => import("./GestationDialog.tsx"), "GestationDialog");
const GrowthCardDialog = lazyPart(() => import("./GrowthCardDialog.tsx"), "GrowthCardDialog");

const tabs = {
  wfa: "Weight",
  lhfa: "Length",
  bfa: "BMI",
  hcfa: "Head",
  wfl: "Weight-length",
  wfh: "Weight-height",
} as const satisfies Record<GrowthIndicator, string>;

/**
 * A child's growth on the WHO's lines: curve, latest values, and a table. `whenAny`: of somebody who is grown, nothing
 * without values from childhood.
 */
export function GrowthSheet({ patient, whenAny }: { patient: Patient; whenAny: boolean }) {
  const [isCardOpen, setCardOpen] = useState(false);
  const [isGestationOpen, setGestationOpen] = useState(false);
  const { birthday, sex } = patient;
  if (whenAny && !(birthday && sex)) return null;
  return (
    <>
      {birthday && sex ? (
        <Growth
          patient={patient}
          whenAny={whenAny}
          sex={sex}
          birthday={birthday}
          onType={() => setCardOpen(true)}
          onGestation={() => setGestationOpen(true)}
        />
      ) : (
        <Section title="Growth">
          <p className="text-ink-2">
            Growth is compared by exact age and sex. Enter{" "}
            {[!birthday && "the birthday", !sex && "the sex"].filter(Boolean).join(" and ")} under Edit to see
            this child on the WHO's curves.
          </p>
        </Section>
      )}
      <Suspense fallback={null}>
        {isGestationOpen && <GestationDialog patient={patient} onClose={() => setGestationOpen(false)} />}
        {isCardOpen && birthday && (
          <GrowthCardDialog patient={patient} birthday={birthday} onClose={() => setCardOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Shown until the growth of a child born preterm is no longer corrected. */
function GestationLine({ patient, onChange }: { patient: Patient; onChange: () => void }) {
  const { gestationDays } = patient;
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm text-ink-2">
      {gestationDays === null ? "Gestation at birth not recorded" : `Born at ${gestationText(gestationDays)}`}
      <IfCan do={editPatient}>
        <Button size="sm" onClick={onChange}>
          {gestationDays === null ? "Add Gestation" : "Change Gestation"}
        </Button>
      </IfCan>
    </p>
  );
}

function Growth({
  patient,
  whenAny,
  sex,
  birthday,
  onType,
  onGestation,
}: {
  patient: Patient;
  whenAny: boolean;
  sex: "M" | "F";
  birthday: string;
  onType: () => void;
  onGestation: () => void;
}) {
  const params = { id: String(patient.id) };
  const query = useCall(patientGrowth, { params, query: {} });
  const { data } = query;
  const today = useToday();
  const [indicator, setIndicator] = useState<GrowthIndicator>("wfa");
  const [kind, setKind] = useState<LineKind>("centiles");
  const paper = usePdf(growthChartPdf, { params }, "The growth chart could not be made.");
  const ageInDays = daysOfAge(birthday, today);
  const recorded = new Set(data?.map((value) => value.indicator));
  const shown = indicatorsShown(ageInDays, recorded).map((value) => ({
    value,
    label:
      ageInDays < STANDING_FROM_DAYS || value === "wfl"
        ? tabs[value]
        : tabs[value].replace("Length", "Height"),
  }));
  if (whenAny && !query.error && !data?.length) return null;
  const typeCard = !whenAny && (
    <IfCan do={recordVitals}>
      <Button size="sm" onClick={onType}>
        Type Old Card
      </Button>
    </IfCan>
  );
  if (data && data.length === 0)
    return (
      <Section flush title="Growth">
        <Empty
          icon={<LineChart />}
          title="No weight or length recorded yet."
          why="Each one is compared with the WHO's standards and charted."
          action={typeCard}
        />
        {ageInDays < STANDING_FROM_DAYS && <GestationLine patient={patient} onChange={onGestation} />}
      </Section>
    );
  return (
    <Section
      flush
      title={`${titleOf(indicator, ageInDays)}, ${sex === "F" ? "girls" : "boys"}`}
      actions={
        <>
          {typeCard}
          <SmallPaperButtons paper={paper} />
        </>
      }
    >
      <PaperFailure paper={paper} />
      {data ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3" data-print="no">
            <Segment label="Chart" options={shown} value={indicator} onChange={setIndicator} />
            <Segment
              label="Lines"
              options={[
                { value: "centiles", label: "Centiles" },
                { value: "sd", label: "SD" },
              ]}
              value={kind}
              onChange={setKind}
            />
          </div>
          <div className="px-3 pt-2 pb-1">
            <GrowthChart
              indicator={indicator}
              sex={sex}
              values={data.filter((value) => value.indicator === indicator)}
              ageInDays={ageInDays}
              kind={kind}
            />
          </div>
          {ageInDays < STANDING_FROM_DAYS && <GestationLine patient={patient} onChange={onGestation} />}
          <Latest values={data} ageInDays={ageInDays} />
          <GrowthTable
            key={indicator}
            indicator={indicator}
            values={data}
            birthday={birthday}
            label={`${growthLabels[indicator]}, by day`}
          />
        </>
      ) : (
        <QueryPending
          query={query}
          title="Failed to load growth"
          skeleton={<SkeletonCard />}
          label="Loading growth"
        />
      )}
    </Section>
  );
}

const titleOf = (indicator: GrowthIndicator, ageInDays: number): string =>
  indicator === "lhfa"
    ? ageInDays < STANDING_FROM_DAYS
      ? "Length for age"
      : "Height for age"
    : growthLabels[indicator];

/** The latest of each, and the change of weight. */
function Latest({ values, ageInDays }: { values: readonly GrowthValue[]; ageInDays: number }) {
  const latest = (indicator: GrowthIndicator) => values.findLast((value) => value.indicator === indicator);
  const forLength = [latest("wfl"), latest("wfh")]
    .filter((value) => value !== undefined)
    .toSorted((one, other) => other.date.localeCompare(one.date))[0];
  const weight = latest("wfa");
  const velocity = weight && velocityOf("wfa", values, weight.date);
  // From five years on there is none by height: an old one is not the latest.
  const third = ageInDays > LAST_DAY ? latest("bfa") : (forLength ?? latest("bfa"));
  return (
    <dl className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      <Cell label="Weight" value={weight} />
      <Cell label={ageInDays < STANDING_FROM_DAYS ? "Length" : "Height"} value={latest("lhfa")} />
      <Cell label={third ? growthLabels[third.indicator] : "BMI for age"} value={third} isScore />
      <div className={cell}>
        <dt className="text-sm text-ink-3">
          {velocity ? `Since ${formatDay(velocity.since)}` : "Weight gain"}
        </dt>
        <dd className={cx("text-lg font-strong tabular-nums", velocity?.flag && "text-warn")}>
          {velocity?.text ?? "—"}
        </dd>
        <dd className="text-sm">
          {velocity ? <FlagWords flag={velocity.flag} /> : "needs two weights, a week apart"}
        </dd>
      </div>
    </dl>
  );
}

const cell =
  "min-w-0 border-line px-4 py-2.5 max-md:even:border-l max-md:nth-[n+3]:border-t md:not-first:border-l";

function Cell({
  label,
  value,
  isScore,
}: {
  label: string;
  value: GrowthValue | undefined;
  /** By the z-score, not the value. */
  isScore?: boolean;
}) {
  const score = value && (value.isAssessed ? `${zText(value.z)} z` : "—");
  return (
    <div className={cell}>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="text-lg font-strong tabular-nums">
        {!value ? "—" : isScore ? score : `${value.value} ${growthUnits[value.indicator]}`}
      </dd>
      {value && (
        <dd className="text-sm tabular-nums">
          {value.isPlausible ? (
            <>
              {!isScore && `${score}, `}
              {centileText(value.centile)}
              <FlagWords flag={growthFlag(value.indicator, value.z, value.ageInDays)} />
            </>
          ) : (
            <span className={value.isAssessed ? "font-medium text-bad" : "text-ink-3"}>
              {withoutScore(value)}
            </span>
          )}
          <span className="block text-ink-3">{formatDay(value.date)}</span>
        </dd>
      )}
    </div>
  );
}
