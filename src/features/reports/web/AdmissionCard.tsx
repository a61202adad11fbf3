import type { Admission } from "#features/reports/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { MatchedText } from "#web/MatchedText.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { inDays, stayDays } from "./report-words.ts";

/** An admission on a phone. The whole card is one button, for users who may open records. */
export function AdmissionCard({
  admission,
  search,
  today,
  onOpen,
}: {
  admission: Admission;
  search: string | undefined;
  today: string;
  onOpen: (() => void) | undefined;
}) {
  const { patientName, admissionNo, hospital, roomNumber, diagnosis, attending, days } = admission;
  const name = <MatchedText text={patientName} search={search} />;
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <Initials name={patientName} of="patient" />
      <div className="min-w-0 flex-1">
        {onOpen ? (
          <button
            type="button"
            onClick={onOpen}
            className="text-left font-strong text-balance after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ring"
          >
            {name}
          </button>
        ) : (
          <p className="font-strong text-balance">{name}</p>
        )}
        <p className="text-sm text-ink-2 tabular-nums">
          {ageSex(admission, today)} · <MatchedText text={admissionNo} search={search} />
        </p>
        <p className="text-sm text-ink-3">
          <MatchedText text={hospital} search={search} />
          {roomNumber && <span className="whitespace-nowrap"> · Room {roomNumber}</span>}
        </p>
        {diagnosis && (
          <p className="line-clamp-2 text-sm wrap-anywhere">
            <MatchedText text={diagnosis} search={search} />
          </p>
        )}
        {attending && <p className="text-sm text-ink-3">Attending: {attending}</p>}
        <div className="mt-1.5 flex flex-wrap items-center gap-2 text-sm tabular-nums">
          <AdmissionBadge status={admission.admissionStatus} />
          <span className="ml-auto text-right">
            {inDays(days)} <span className="text-ink-3">{stayDays(admission)}</span>
          </span>
        </div>
      </div>
    </div>
  );
}
