import { type ReactNode, type Ref, Suspense } from "react";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { mayHaveGuardian } from "#features/households/rules.ts";
import type { Patient } from "#features/patients/contract.ts";
import type { RecordHead } from "#features/record-head/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { stateInWords, timeInState } from "#features/visits/web/day-words.ts";
import { ageSex, yearsAt } from "#shared/clinical/age.ts";
import { gestationDays, shortGestation } from "#shared/clinical/pregnancy.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { isOpenVisit, isWaitingState, SENIOR_FROM, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatClock, formatLongDay, formatMonth } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { AskSex } from "#web/clinical/AskSex.tsx";
import { useCall } from "#web/data/calls.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { Alerts } from "./RecordHead.tsx";

const BirthdayQuestion = lazyPart(() => import("./BirthdayQuestion.tsx"), "BirthdayQuestion");

/** The name, what changes how the patient is treated, one line of who it is, and the visit at the right. */
export function IdentityRow({
  patient,
  head,
  titleRef,
}: {
  patient: Patient;
  head: RecordHead | undefined;
  titleRef: Ref<HTMLHeadingElement>;
}) {
  const today = useToday();
  const pregnancy = useCall(summary, { params: { id: String(patient.id) } }).data?.pregnancy ?? null;
  const phone = usePhone();
  const { birthday, contactNumber } = patient;
  const guardian = mayHaveGuardian(patient, today) ? (head?.guardian ?? null) : null;
  const parts: { key: string; text: ReactNode; onDesk?: boolean }[] = [
    { key: "age", text: ageSex(patient, today) },
    ...(pregnancy
      ? [
          { key: "score", text: pregnancy.score },
          { key: "edc", text: `EDC ${formatLongDay(pregnancy.dueOn)}` },
        ]
      : [
          {
            key: "birthday",
            text: birthday ? (
              formatLongDay(birthday)
            ) : (
              <Suspense fallback="no birthday yet">
                <BirthdayQuestion patientId={patient.id} />
              </Suspense>
            ),
            onDesk: birthday !== null,
          },
        ]),
    ...(guardian
      ? [
          {
            key: "guardian",
            text: (
              <>
                {guardian.relation?.toLowerCase() ?? "guardian"} {guardian.name}
                {guardian.phone && (
                  <span className="max-md:hidden">
                    , <Phone number={guardian.phone} />
                  </span>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(contactNumber && contactNumber !== guardian?.phone
      ? [{ key: "phone", text: <Phone number={contactNumber} />, onDesk: true }]
      : []),
    ...(head && head.visits > 1 ? [{ key: "visits", text: visitsInWords(head) }] : []),
  ];
  const shown = parts.filter(({ onDesk }) => !(phone && onDesk));
  return (
    <div className="flex items-center gap-3.5 py-2.75 pr-4 pl-3.25 max-md:py-2.25">
      <span className="max-md:hidden">
        <Initials name={patient.patientName} of="patient" size={44} src={patient.patientPhoto} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
          <h1
            ref={titleRef}
            tabIndex={-1}
            className="mr-1.5 min-w-0 text-title/6.5 font-strong tracking-snug text-balance outline-none wrap-anywhere max-md:w-full max-md:text-lg/6"
          >
            {patient.patientName}
          </h1>
          <Chips
            patient={patient}
            head={head}
            pregnantDays={pregnancy && gestationDays(pregnancy.dueOn, today)}
          />
          <Alerts patientId={patient.id} />
          <AskSex patient={patient} />
        </div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-ink-2 tabular-nums">
          {shown.map(({ key, text }, index) => (
            // The dot is part of the fact before it: no line starts with one.
            <span key={key}>
              {text}
              {index < shown.length - 1 && (
                <span aria-hidden="true" className="ml-1.5 text-ink-3">
                  ·
                </span>
              )}
            </span>
          ))}
          {phone && head?.visit && <VisitOnPhone visit={head.visit} />}
        </p>
      </div>
      {!phone && head?.visit && <VisitNow visit={head.visit} />}
    </div>
  );
}

const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number}`} className="text-inherit no-underline hover:underline">
    {formatPhone(number)}
  </a>
);

/** "7th visit, since 2024" */
function visitsInWords({ visits, firstVisit }: RecordHead): string {
  const last = visits % 10;
  const isTeen = visits % 100 > 10 && visits % 100 < 14;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][last] ?? "th");
  return `${visits}${ending} visit${firstVisit ? `, since ${firstVisit.slice(0, 4)}` : ""}`;
}

function Chips({
  patient,
  head,
  pregnantDays,
}: {
  patient: Patient;
  head: RecordHead | undefined;
  pregnantDays: number | null;
}) {
  const today = useToday();
  const { discount = null, hmo = null } = head ?? {};
  const isSenior = discount?.kind === "senior" || (yearsAt(patient, today) ?? 0) >= SENIOR_FROM;
  const idNumber = discount?.idNumber && (
    <span className="font-normal max-md:hidden">{discount.idNumber}</span>
  );
  const isCovered = hmo && (hmo.validUntil === null || hmo.validUntil >= today);
  return (
    <>
      {head && head.visits <= 1 && <Badge>First visit</Badge>}
      {isSenior && <Badge tone="info">Senior {discount?.kind === "senior" && idNumber}</Badge>}
      {discount?.kind === "pwd" && <Badge tone="info">PWD {idNumber}</Badge>}
      {pregnantDays !== null && <Badge tone="info">Pregnant {shortGestation(pregnantDays)}</Badge>}
      {isCovered && (
        <Badge className="max-w-full">
          <span className="truncate">{hmo.company}</span>
          {hmo.validUntil && (
            <span className="font-normal max-md:hidden">to {formatMonth(hmo.validUntil)}</span>
          )}
        </Badge>
      )}
      {patient.admissionStatus === "Admitted" && <AdmissionBadge status="Admitted" />}
      {patient.isArchived && <Badge tone="warn">Archived</Badge>}
    </>
  );
}

const stateOf = ({ state }: Visit) => (isWaitingState(state) ? "Waiting" : visitStateLabels[state]);

/** "4 With doctor, 6m", at the end of the line. */
function VisitOnPhone({ visit }: { visit: Visit }) {
  const now = useNow();
  const { number, state, appointmentAt } = visit;
  const time =
    state === "booked"
      ? appointmentAt && formatClock(appointmentAt)
      : isOpenVisit(state) && timeInState(visit, now);
  return (
    <span className="ml-auto font-medium text-ink">
      {number !== null && (
        <>
          <span className="sr-only">Number </span>
          <b className="mr-0.5 font-strong">{queueNumber(visit)}</b>{" "}
        </>
      )}
      {[stateOf(visit), time].filter(Boolean).join(", ")}
    </span>
  );
}

/** The number, where the patient is, and since when. */
function VisitNow({ visit }: { visit: Visit }) {
  const now = useNow();
  const { number, state, appointmentAt, arrivedAt, closedAt } = visit;
  const isWaiting = isWaitingState(state);
  const since = isWaiting
    ? arrivedAt && `since ${formatClock(arrivedAt)}`
    : state === "booked"
      ? appointmentAt && formatClock(appointmentAt)
      : isOpenVisit(state)
        ? stateInWords(visit)
        : closedAt && formatClock(closedAt);
  return (
    <div className="flex items-center gap-2.5 self-center border-l border-line pl-4 text-sm/4.5 whitespace-nowrap text-ink-2">
      {number !== null && (
        <b className="text-[1.625rem]/none font-strong tracking-tight text-ink tabular-nums">
          <span className="sr-only">Number </span>
          {queueNumber(visit)}
        </b>
      )}
      <span>
        <span className="font-medium text-ink">{stateOf(visit)}</span>
        {since && (
          <span className="block tabular-nums">
            {since}
            {isOpenVisit(state) && state !== "booked" && `, ${timeInState(visit, now)}`}
          </span>
        )}
      </span>
    </div>
  );
}
