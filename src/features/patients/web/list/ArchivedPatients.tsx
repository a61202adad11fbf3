import { Archive, Undo2 } from "lucide-react";
import { type PatientListItem, patientCounts, retrievePatient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { betweenResults } from "#web/hooks/result-keyboard-nav.ts";
import { useListTop } from "#web/hooks/use-list-top.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { MatchedText } from "#web/MatchedText.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { Pager } from "#web/ui/lists/Pager.tsx";
import { usePatientActions } from "../record/use-patient-actions.ts";
import { ListFailed } from "./ListFailed.tsx";
import { SearchPatients } from "./PatientToolbar.tsx";
import type { PatientSearch } from "./patient-search.ts";
import { usePatientPages } from "./use-patient-pages.ts";

/** The archived patients, each with View and Retrieve. */
export function ArchivedPatients({
  search,
  change,
  onOpen,
}: {
  search: PatientSearch;
  change: (changes: Partial<PatientSearch>) => void;
  onOpen: (id: number) => void;
}) {
  const pages = usePatientPages("archived", { search: search.q });
  const counts = useCall(patientCounts, {}).data;
  const today = useToday();
  const { retrieve } = usePatientActions();
  // An empty archive needs no search.
  const hasSome = search.q !== undefined || (counts?.archived ?? pages.total ?? 0) > 0;
  const { from, to, total, onPrevious, onNext, isTurning, isStale } = pages;
  const top = useListTop<HTMLDivElement>(from);
  return (
    <div ref={top} className="grid scroll-mt-[calc(var(--frame-top,0px)+0.75rem)] gap-3">
      {hasSome && (
        <SearchPatients
          value={search.q}
          onSearch={(q) => change({ q })}
          isBusy={isStale && pages.isFetching}
          className="max-md:w-full md:w-80"
        />
      )}
      {pages.error ? (
        <ListFailed error={pages.error} pages={pages} />
      ) : !pages.rows ? (
        <Section flush>
          <Waiting label="Loading patients..." onRetry={pages.retry} skeleton={<SkeletonRows rows={6} />} />
        </Section>
      ) : pages.rows.length === 0 ? (
        <Section flush>
          {search.q ? (
            <Empty
              icon={<Archive />}
              level={2}
              title="No patients match your search criteria."
              why={`Nothing in the archive matches “${search.q}”.`}
              action={<Button onClick={() => change({ q: undefined })}>Clear Filters</Button>}
            />
          ) : (
            <Empty
              icon={<Archive />}
              level={2}
              title="No archived patients"
              why="Archived patients stay here until you retrieve them."
            />
          )}
        </Section>
      ) : (
        <Section flush className={isStale ? "opacity-60" : ""}>
          <ul aria-label="Archived patients">
            {pages.rows.map((patient) => (
              <ArchivedRow
                key={patient.id}
                {...{ patient, today }}
                search={search.q}
                onOpen={() => onOpen(patient.id)}
                onRetrieve={() => retrieve(patient)}
              />
            ))}
          </ul>
          {(onPrevious || onNext) && <Pager {...{ from, to, total, onPrevious, onNext }} busy={isTurning} />}
        </Section>
      )}
    </div>
  );
}

function ArchivedRow({
  patient,
  search,
  today,
  onOpen,
  onRetrieve,
}: {
  patient: PatientListItem;
  search: string | undefined;
  today: string;
  onOpen: () => void;
  onRetrieve: () => void;
}) {
  const { diagnosis } = patient;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <Initials name={patient.patientName} of="patient" src={patient.patientPhoto} />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-strong text-balance">
          <MatchedText text={patient.patientName} search={search} />
        </h2>
        <p className="text-sm text-ink-2 tabular-nums">
          {ageSex(patient, today)} · <MatchedText text={patient.admissionNo} search={search} />
          {diagnosis && (
            <span className="max-md:hidden">
              {" · "}
              <MatchedText
                text={diagnosis.length > 120 ? `${diagnosis.slice(0, 120)}…` : diagnosis}
                search={search}
              />
            </span>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2 max-md:w-full max-md:justify-between max-md:pl-9">
        <Button
          variant="ghost"
          size="sm"
          aria-label={`View ${patient.patientName}`}
          data-patient-name=""
          onClick={onOpen}
          onKeyDown={betweenResults}
        >
          View
        </Button>
        <IfCan do={retrievePatient}>
          <Button
            size="sm"
            icon={<Undo2 />}
            aria-label={`Retrieve ${patient.patientName}`}
            onClick={onRetrieve}
          >
            Retrieve
          </Button>
        </IfCan>
      </div>
    </li>
  );
}
