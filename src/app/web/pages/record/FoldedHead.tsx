import { useEffect, useRef, useState } from "react";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { vitalRows } from "#features/clinical-lists/web/strip-rows.ts";
import type { Patient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { cx } from "#web/ui/cx.ts";
import { AllergyLine } from "#web/ui/frame/PatientHeader.tsx";
import { ActButton, ActMenu } from "./ActRow.tsx";
import type { Acts } from "./use-acts.tsx";

/** Whether the end of the strip has scrolled under the page's header. */
export function useFolding() {
  const end = useRef<HTMLDivElement>(null);
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    const element = end.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    const watch = new IntersectionObserver(
      ([entry]) => entry && setFolded(!entry.isIntersecting && entry.boundingClientRect.top < header + 1),
      { rootMargin: `-${Math.max(0, Math.round(header))}px 0px 0px 0px` },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { end, isFolded };
}

/** The head in one line, while it is scrolled away: who it is, allergies, and what is out of range. */
export function FoldedHead({ patient, acts }: { patient: Patient; acts: Acts | null }) {
  const today = useToday();
  const { data } = useCall(summary, { params: { id: String(patient.id) } });
  const flagged = data ? vitalRows(data.vitals, today).filter(({ flag }) => flag) : [];
  const [first] = flagged;
  return (
    <div
      data-print="no"
      data-stuck-head=""
      className="spine fixed top-(--frame-top) right-0 left-(--frame-left,0px) z-header mx-gutter flex min-h-13 low:hidden items-center gap-3.5 rounded-b-md border border-t-0 border-line border-l-brand-ring bg-surface py-1.5 pr-2.5 pl-3.25 max-md:mx-0 max-md:rounded-none max-md:border-r-0"
    >
      <div className="min-w-0 flex-1">
        <p className="font-strong text-balance">{patient.patientName}</p>
        <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-2 tabular-nums">
          <span>{ageSex(patient, today)}</span>
          <span className="max-md:sr-only">· {patient.admissionNo}</span>
          <span aria-hidden="true">·</span>
          <AllergyLine text={patient.allergies} />
          {first && (
            <span className="max-md:hidden">
              · {first.text}{" "}
              <span className={cx("font-medium", first.flag?.tone === "bad" ? "text-bad" : "text-warn")}>
                {first.flag?.text}
              </span>
            </span>
          )}
        </p>
      </div>
      {acts && (
        <div className="flex shrink-0 gap-1">
          <ActButton act={acts.primary} />
          <ActMenu acts={acts} items={acts.all} />
        </div>
      )}
    </div>
  );
}
