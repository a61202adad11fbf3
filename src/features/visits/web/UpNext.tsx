import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Summary, summary, type TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { noAllergyWords } from "#shared/clinical/allergy-words.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import { valueText } from "#shared/clinical/vital-signs.ts";
import { manilaDay, shortDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Dotted } from "./DayRow.tsx";
import { FlaggedSign, isFlagged, isRed, signInWords } from "./FlaggedSigns.tsx";

/** The next patient, with what the doctor needs to know before. What is red stands first, with its own button. */
export function UpNext({
  visit,
  signs,
  onCall,
}: {
  visit: Visit;
  signs: TodaysVitals["signs"];
  /** Missing for users who call nobody. */
  onCall: (() => void) | undefined;
}) {
  const known = useCall(summary, { params: { id: String(visit.patientId) } }).data;
  const red = signs.filter(isRed);
  return (
    <Section title="Up next">
      <div className="flex items-start gap-3">
        <p className="text-fig font-strong tracking-fig whitespace-nowrap">{queueNumber(visit)}</p>
        <div className="min-w-0">
          <p className="font-strong wrap-anywhere">{visit.patientName}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            <Dotted
              parts={[
                ageSex(visit, visit.day),
                visit.priority && (
                  <b key="priority" className="font-strong text-info">
                    {visitPriorityLabels[visit.priority]}
                  </b>
                ),
                visit.reason,
              ]}
            />
          </p>
        </div>
      </div>
      {red.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2.5 rounded-md border border-bad-line bg-bad-bg py-2 pr-2 pl-3 text-sm text-bad">
          <CircleAlert className="shrink-0" />
          <p className="min-w-0 flex-1 basis-32">
            <b className="block font-strong">{red.map(signInWords).join(", ")}</b>
            Tell the doctor now.
          </p>
          {onCall && (
            <Button variant="danger" size="sm" onClick={onCall}>
              Call Now
            </Button>
          )}
        </div>
      )}
      {known && (
        <dl className="mt-3 grid grid-cols-[4.75rem_minmax(0,1fr)] gap-y-2 border-t border-line pt-3 text-sm">
          {signs.length > 0 && (
            <Line label="Today">
              {signs.map((sign) => (
                <span key={sign.sign} className="flex gap-2">
                  {isFlagged(sign) ? <FlaggedSign sign={sign} /> : sign.words}
                  <Was known={known} sign={sign.sign} />
                </span>
              ))}
            </Line>
          )}
          <Allergies known={known} />
          {known.medicines.length > 0 && (
            <Line label="Takes">
              {known.medicines
                .map(({ generic, dose }) => [generic, dose].filter(Boolean).join(" "))
                .join(", ")}
            </Line>
          )}
          {known.plan && (known.plan.treatment || known.plan.diagnosis) && (
            <Line label="Last plan">
              <span className="line-clamp-4">
                {shortDay(manilaDay(new Date(known.plan.recordedAt)), visit.day)}:{" "}
                {known.plan.treatment ?? known.plan.diagnosis}
              </span>
            </Line>
          )}
        </dl>
      )}
    </Section>
  );
}

/** The value of the visit before. */
function Was({ known, sign }: { known: Summary; sign: Summary["vitals"][number]["sign"] }) {
  const was = known.vitals.find((vital) => vital.sign === sign)?.was ?? null;
  return (
    was !== null && <span className="ml-auto shrink-0 text-xs/5 text-ink-3">was {valueText(sign, was)}</span>
  );
}

function Allergies({ known: { allergies, noKnownAllergies, more } }: { known: Summary }) {
  const words = allergies.map(({ substance, reaction }) => [substance, reaction].filter(Boolean).join(", "));
  if (more.allergies > 0) words.push(`${more.allergies} more`);
  return (
    <Line label="Allergies">
      {words.length > 0 ? (
        <b className="font-strong text-bad">{words.join("; ")}</b>
      ) : (
        <span className="text-ink-2">
          {noKnownAllergies ? noAllergyWords(noKnownAllergies.words) : "not recorded"}
        </span>
      )}
    </Line>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
);
