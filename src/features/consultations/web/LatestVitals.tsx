import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { latestVitals } from "#features/consultations/contract.ts";
import { formatInstant } from "#shared/dates.ts";
import { bmi, bmiLabel, type Flag, flagVitalSigns } from "#shared/vital-sign-flags.ts";
import { NO_VITAL_SIGNS, VITAL_SIGN_LABELS, VITAL_SIGN_UNITS, VITAL_SIGNS } from "#shared/vital-signs.ts";
import { isApiError } from "#web/api-error.ts";
import { useCall } from "#web/calls.ts";
import { cx } from "#web/ui/cx.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonFigures } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { monthsOf, usePatient } from "./ConsultationPatient.tsx";

/** The newest recorded set, each value with its flag by the age at that time; a dash where nothing was measured. */
export function LatestVitals({ patientId }: { patientId: number }) {
  const { data: vitals, error, refetch } = useCall(latestVitals, { params: { id: String(patientId) } });
  const { data: patient } = usePatient(patientId);
  const retry = () => void refetch();
  if (!vitals)
    return error ? (
      <ErrorState
        title="Failed to load vital signs"
        why={isApiError(error) ? error.shown("The vital signs could not be read.") : undefined}
        onRetry={retry}
      />
    ) : (
      <Waiting skeleton={<SkeletonFigures count={3} />} onRetry={retry} label="Loading vital signs" />
    );
  const { recordedAt, ...values } = vitals;
  const months = recordedAt && patient ? monthsOf(patient, new Date(recordedAt)) : null;
  const flags = flagVitalSigns(recordedAt ? values : NO_VITAL_SIGNS, months);
  const index = bmi(values.weight, values.height);
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 pb-2">
        <span className="font-strong">Latest vital signs</span>
        <span className="text-sm text-ink-3">{recordedAt ? formatInstant(recordedAt) : "None recorded"}</span>
      </p>
      <dl className="grid grid-cols-2 overflow-hidden border-t border-line lg:grid-cols-4">
        {VITAL_SIGNS.map((sign) => (
          <div key={sign} className={cell}>
            <dt className="text-sm text-ink-2">{VITAL_SIGN_LABELS[sign]}</dt>
            <dd className="tabular-nums">
              {values[sign] === null ? (
                <NotRecorded />
              ) : (
                <>
                  <span className="text-xl font-strong tracking-fig">{values[sign]}</span>{" "}
                  <span className="text-sm text-ink-3">{VITAL_SIGN_UNITS[sign]}</span>
                </>
              )}
              <FlagLine flag={flags[sign]} />
            </dd>
          </div>
        ))}
        <div className={cell}>
          <dt className="text-sm text-ink-2">Body mass index</dt>
          <dd className="tabular-nums">
            {index === null ? (
              <NotRecorded />
            ) : (
              <span className="text-sm text-ink-2">{bmiLabel(index, months)}</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

const cell = "-mt-px -ml-px border-t border-l border-line px-4 py-3";

const NotRecorded = () => (
  <span className="text-xl text-ink-3">
    <span aria-hidden="true">—</span>
    <span className="sr-only">not recorded</span>
  </span>
);

const looks = {
  ok: { Icon: Check, className: "text-ok" },
  amber: { Icon: TriangleAlert, className: "text-warn" },
  red: { Icon: CircleAlert, className: "font-medium text-bad" },
};

function FlagLine({ flag }: { flag: Flag | undefined }) {
  if (!flag) return null;
  const { Icon, className } = looks[flag.level];
  return (
    <span className={cx("flex items-start gap-1.5 text-sm/4.5", className)}>
      <Icon aria-hidden="true" className="mt-px size-4 shrink-0" strokeWidth={1.75} />
      {flag.text}
    </span>
  );
}
