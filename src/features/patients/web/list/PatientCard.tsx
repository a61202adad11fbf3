import { type KeyboardEvent, memo } from "react";
import type { PatientListItem } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { MissedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { MatchedText } from "#web/MatchedText.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { stayParts } from "../patient-words.ts";
import { ConsultationState, PaymentLine } from "./PatientMarks.tsx";
import { type PatientActions, PatientMenu } from "./PatientMenu.tsx";

/** A patient in the list. Rerendered only when a property changes: the callbacks are stable. */
export const PatientCard = memo(function PatientCard({
  patient,
  search,
  today,
  acts,
}: {
  patient: PatientListItem;
  search: string | undefined;
  today: string;
  acts: PatientActions & { onKey: (event: KeyboardEvent<HTMLElement>, id: number) => void };
}) {
  const { diagnosis } = patient;
  return (
    <li
      data-patient={patient.id}
      className="drawn-in-sight relative flex min-w-0 flex-col rounded-md border border-line bg-surface transition-colors [--out-of-sight:10rem] hover:border-line-strong"
    >
      <div className="flex items-start gap-3 px-4 pt-3.5 max-md:px-3.5">
        <Initials name={patient.patientName} of="patient" src={patient.patientPhoto} />
        <div className="min-w-0 flex-1">
          <h2 className="font-strong text-balance">
            <button
              type="button"
              data-patient-name=""
              onClick={() => acts.onOpen(patient.id)}
              onKeyDown={(event) => acts.onKey(event, patient.id)}
              className="text-left text-balance after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ring"
            >
              <MatchedText text={patient.patientName} search={search} />
            </button>
          </h2>
          <p className="text-sm text-ink-2 tabular-nums">
            {ageSex(patient, today)} <span className="text-ink-3">·</span>{" "}
            <MatchedText text={patient.admissionNo} search={search} />
          </p>
        </div>
        <span className="relative z-1 -mt-1 -mr-1.5 max-md:-mt-2 max-md:-mr-2.5" data-print="no">
          <PatientMenu {...{ patient, today }} actions={acts} />
        </span>
      </div>
      <div className="flex-1 px-4 pt-1.5 pb-3 max-md:px-3.5 md:pl-16">
        <p className="line-clamp-2 wrap-anywhere">
          {diagnosis ? (
            <MatchedText text={diagnosis} search={search} />
          ) : (
            <span className="text-ink-3">No diagnosis recorded</span>
          )}
        </p>
        <p className="line-clamp-2 text-sm text-ink-3">
          <MatchedText text={patient.hospital} search={search} />
          {stayParts(patient).map((part) => (
            <span key={part}>
              {" · "}
              <span className="whitespace-nowrap">{part}</span>
            </span>
          ))}
        </p>
        <MissedFollowUp patient={patient} today={today} />
      </div>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3.5 gap-y-1.5 border-t border-line px-4 py-2 max-md:px-3.5">
        <AdmissionBadge status={patient.admissionStatus} />
        <ConsultationState status={patient.consultationStatus} />
        <span className="ml-auto [&>span]:max-md:flex-col [&>span]:max-md:items-end [&>span]:max-md:gap-0">
          <PaymentLine patient={patient} />
        </span>
      </div>
    </li>
  );
});
