import { Plus, Stethoscope } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  addConsultation,
  type Consultation,
  patientConsultations,
} from "#features/consultations/contract.ts";
import { isConsultation, isUsable, isVitalsAlone } from "#features/consultations/rules.ts";
import { typeWord } from "#features/consultations/words.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { usePages } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import {
  FIRST_CONSULTATIONS,
  type ListedVisit,
  visitsOf,
  vitalSignsLine,
  vitalsOf,
} from "./consultation-words.ts";

const ConsultationDialog = lazyPart(() => import("./ConsultationDialog.tsx"), "ConsultationDialog");

/** A patient's consultations, newest first. `onAdd` opens the wizard; without it there is no button. */
export function ConsultationRecords({
  patientId,
  onAdd,
  offer,
}: {
  patientId: number;
  onAdd?: (() => void) | undefined;
  /** What to do with the last visit's diagnoses. */
  offer?: ((last: Pick<Consultation, "diagnosis" | "diagnoses" | "isConfidential">) => ReactNode) | undefined;
}) {
  const sent = { params: { id: String(patientId) }, query: { limit: FIRST_CONSULTATIONS } };
  const query = usePages(patientConsultations, sent);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const [openedId, setOpened] = useState<number | null>(null);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  // By id, so that additions are shown while it is open.
  const visits = visitsOf(rows);
  const opened = visits.find(({ visit }) => visit.id === openedId);
  const last = visits.find(({ visit }) => isConsultation(visit) && isUsable(visit))?.visit;
  // Vital signs that belong to a consultation are not listed as a visit.
  const total = (data?.pages[0]?.total ?? rows.length) - (rows.length - visits.length);
  return (
    <Section
      title="Consultation Records"
      note={total > 0 ? <Count value={total} /> : undefined}
      flush
      actions={
        onAdd && (
          <IfCan do={addConsultation}>
            <Button size="sm" icon={<Plus />} onClick={onAdd}>
              Add New Consultation
            </Button>
          </IfCan>
        )
      }
    >
      <QueryList
        query={query}
        title="Failed to load consultations"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        label="Loading consultations"
        empty={
          <Empty
            icon={<Stethoscope />}
            title="No consultation records found for this patient."
            why="Consultations and vital signs appear here."
          />
        }
      >
        {() => (
          <>
            <ul>
              {visits.map((listed) => (
                <ConsultationRow
                  key={listed.visit.id}
                  listed={listed}
                  offer={listed.visit === last && last.diagnosis ? offer?.(last) : undefined}
                  onOpen={() => setOpened(listed.visit.id)}
                />
              ))}
            </ul>
            {hasNextPage && (
              <LoadMore
                shown={visits.length}
                total={total}
                onMore={() => void fetchNextPage()}
                busy={isFetchingNextPage}
              />
            )}
          </>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {opened && (
          <ConsultationDialog
            consultation={opened.visit}
            desk={opened.desk}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Section>
  );
}

function ConsultationRow({
  listed,
  offer,
  onOpen,
}: {
  listed: ListedVisit;
  offer?: ReactNode;
  onOpen: () => void;
}) {
  const { visit } = listed;
  const {
    createdAt,
    consultationType,
    chiefComplaint,
    diagnosis,
    treatment,
    followUpDate,
    addenda,
    enteredInError,
  } = visit;
  const day = manilaDay(new Date(createdAt));
  const codes = visit.diagnoses.flatMap(({ code }) => code ?? []).join(" · ");
  const vitals = vitalsOf(listed);
  const measured = vitalSignsLine(vitals?.vitalSigns ?? null);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0">
      <time
        dateTime={createdAt}
        className="w-24 shrink-0 font-medium tabular-nums max-md:w-full max-md:text-sm"
      >
        {formatDay(day)}
      </time>
      <div className="min-w-0 flex-1 basis-40">
        {enteredInError && <p className="text-sm text-bad wrap-anywhere">{inErrorText(enteredInError)}</p>}
        <div className={cx(enteredInError && "text-ink-3 line-through *:text-ink-3")}>
          <p className="font-medium text-balance">
            {diagnosis ?? (isVitalsAlone(visit) ? "Vital signs recorded" : "No diagnosis")}{" "}
            {codes && <span className="text-sm font-normal text-ink-2 tabular-nums">{codes}</span>}{" "}
            <Badge small>{typeWord(consultationType)}</Badge> <ConfidentialBadge of={visit} />
          </p>
          {chiefComplaint && <p className="line-clamp-2 text-sm text-ink-2">{chiefComplaint}</p>}
          {treatment && (
            <p className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">
              <span className="text-ink-3">Plan</span> {treatment}
            </p>
          )}
          {followUpDate && (
            <p className="text-sm">
              <span className="text-ink-3">Follow-up date</span> {formatDay(followUpDate)}
            </p>
          )}
          {measured && (
            <p className="text-sm text-ink-2 tabular-nums">
              {vitals?.vitalsInError && !enteredInError ? (
                <>
                  <s className="text-ink-3">{measured}</s>{" "}
                  <span className="whitespace-nowrap">entered in error</span>
                </>
              ) : (
                measured
              )}
            </p>
          )}
          {addenda.length > 0 && (
            <p className="text-sm text-ink-2">
              {addenda.length === 1 ? "1 addendum" : `${addenda.length} addenda`}
            </p>
          )}
        </div>
        {offer && <div className="-ml-2.5">{offer}</div>}
      </div>
      <Button
        variant="ghost"
        size="sm"
        onClick={onOpen}
        aria-label={`View More of ${formatDay(day)}`}
        className="-my-1"
      >
        View More
      </Button>
    </li>
  );
}
