import { UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { SharedReferral } from "#features/referrals/contract.ts";
import { claimReferral, declineReferral } from "#features/referrals/contract.ts";
import { relativeTime } from "#shared/formats/dates.ts";
import { IfCan } from "#web/data/session.tsx";
import { useNow } from "#web/hooks/use-now.ts";
import { Button } from "#web/ui/Button.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { ageSexOf, doctorOf } from "./referral-words.ts";

/** One referred patient: exactly what is shared before it is accepted. */
export function ReferralRow({
  referral,
  isAdding,
  isHeld,
  onAdd,
  onDecline,
}: {
  referral: SharedReferral;
  isAdding: boolean;
  /** Another one is being added. */
  isHeld: boolean;
  onAdd: () => void;
  onDecline: () => void;
}) {
  const now = useNow();
  const { patient, fromClinic, referringDoctor, dateReferred } = referral;
  return (
    <li className="flex gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <span className="max-md:hidden">
        <Initials name={patient.patientName} of="patient" />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2.5 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h3 className="text-md font-strong text-balance wrap-anywhere">{patient.patientName}</h3>
          <p className="text-sm text-ink-2">
            {[ageSexOf(patient), patient.admissionNo, patient.admissionStatus, patient.hospital].join(" · ")}
          </p>
          <p className="mt-1 text-sm text-ink-2">
            From <b className="font-medium text-ink">{fromClinic.name}</b>, {doctorOf(referringDoctor)},{" "}
            <time dateTime={dateReferred} className="whitespace-nowrap">
              {relativeTime(dateReferred, now)}
            </time>
          </p>
          <dl className="mt-2 grid gap-1">
            <Line label="Reason">{referral.referralReason}</Line>
            {referral.referralNotes && <Line label="Notes">{referral.referralNotes}</Line>}
            <Line label="Pre-op diagnosis">{patient.preopDiagnosis}</Line>
            <Line label="Post-op diagnosis">{patient.postopDiagnosis}</Line>
          </dl>
        </div>
        <div className="flex flex-wrap items-start gap-2 max-md:*:flex-1">
          <IfCan do={declineReferral}>
            <Button
              variant="ghost"
              onClick={onDecline}
              disabled={isHeld}
              aria-label={`Decline ${patient.patientName}`}
            >
              Decline
            </Button>
          </IfCan>
          <IfCan do={claimReferral}>
            <Button
              icon={<UserPlus />}
              busy={isAdding}
              busyLabel="Adding…"
              disabled={isHeld && !isAdding}
              onClick={onAdd}
              aria-label={isAdding ? undefined : `Add to My Clinic: ${patient.patientName}`}
            >
              Add to My Clinic
            </Button>
          </IfCan>
        </div>
      </div>
    </li>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 md:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">
        {children ?? <span className="text-ink-3">Not specified</span>}
      </dd>
    </div>
  );
}
