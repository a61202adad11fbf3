import { GitMerge, UsersRound } from "lucide-react";
import { type Candidate, duplicatePairs, type LikelyPair } from "#features/merges/contract.ts";
import { traitLabels } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { usePages } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { Initials } from "#web/ui/Initials.tsx";
import { useDismiss } from "./use-dismiss.ts";

/** Pairs to decide, those with the newest records first. Their number is known only at the end. */
export function DuplicateList({
  onCompare,
  onOpenPatient,
}: {
  onCompare: (stays: number, goes: number) => void;
  onOpenPatient: (id: number) => void;
}) {
  const read = usePages(duplicatePairs, {}, { refetchOnMount: "always" });
  const dismiss = useDismiss();
  return (
    <div ref={holdFocus}>
      <Section flush title="Possible Duplicates">
        <QueryList
          query={read}
          title="Failed to load possible duplicates"
          label="Loading possible duplicates..."
          level={3}
          skeleton={<SkeletonRows rows={4} tall />}
        >
          {(pairs, foot) =>
            pairs.length > 0 ? (
              <>
                <ul aria-label="Possible duplicates">
                  {pairs.map((pair) => (
                    <PairRow
                      key={pair.patients.map(({ id }) => id).join()}
                      pair={pair}
                      onOpenPatient={onOpenPatient}
                      onCompare={onCompare}
                      onDismiss={({ patients: [one, other] }) =>
                        dismiss.mutate({ body: { patientId: one.id, otherId: other.id } })
                      }
                    />
                  ))}
                </ul>
                {foot}
              </>
            ) : read.hasNextPage ? (
              <Empty
                icon={<UsersRound />}
                title="None among the newest records"
                why="Older records were not checked yet."
                action={
                  <Button
                    busy={read.isFetchingNextPage}
                    busyLabel="Checking…"
                    onClick={() => void read.fetchNextPage()}
                  >
                    Check Older Records
                  </Button>
                }
              />
            ) : (
              <Empty
                icon={<UsersRound />}
                title="No possible duplicates"
                why="Records with the same birthday or phone and a similar name appear here."
              />
            )
          }
        </QueryList>
      </Section>
    </div>
  );
}

function PairRow({
  pair,
  onCompare,
  onOpenPatient,
  onDismiss,
}: {
  pair: LikelyPair;
  onCompare: (stays: number, goes: number) => void;
  onOpenPatient: (id: number) => void;
  onDismiss: (pair: LikelyPair) => void;
}) {
  const [older, newer] = pair.patients;
  const names = `${older.patientName} and ${newer.patientName}`;
  return (
    <li
      data-print="whole"
      className="grid gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      {pair.patients.map((patient) => (
        <CandidateFacts key={patient.id} patient={patient} onOpen={() => onOpenPatient(patient.id)} />
      ))}
      <div className="grid content-start justify-items-start gap-2 max-xl:col-span-full xl:justify-items-end">
        <p className="flex flex-wrap gap-1.5">
          {pair.matches.map((trait) => (
            <Badge key={trait} small tone="warn">
              {traitLabels[trait]}
            </Badge>
          ))}
        </p>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1" data-print="no">
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Not the Same Person: ${names}`}
            onClick={() => onDismiss(pair)}
          >
            Not the Same Person
          </Button>
          <Button
            size="sm"
            icon={<GitMerge />}
            aria-label={`Compare ${names}`}
            onClick={() => onCompare(older.id, newer.id)}
          >
            Compare
          </Button>
        </div>
      </div>
    </li>
  );
}

/** The record's main data: enough to see that two with the same name are two people. */
function CandidateFacts({ patient, onOpen }: { patient: Candidate; onOpen: () => void }) {
  const today = useToday();
  const { patientName, birthday, admissionNo, contactNumber, hospital, lastVisitAt, isArchived } = patient;
  const facts = [
    ageSex(patient, today),
    birthday && formatDay(birthday),
    contactNumber && formatPhone(contactNumber),
  ].filter(Boolean);
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Initials name={patientName} of="patient" />
      <div className="min-w-0">
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-medium text-balance wrap-anywhere hover:underline max-md:min-h-6"
        >
          {patientName}
        </button>
        <p className="text-sm text-ink-2 tabular-nums wrap-anywhere">{facts.join(" · ")}</p>
        <p className="text-sm text-ink-3 tabular-nums wrap-anywhere">
          {admissionNo} · {hospital} · last visit {formatDay(manilaDay(new Date(lastVisitAt)))}
          {isArchived && (
            <>
              {" "}
              <Badge small>Archived</Badge>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
