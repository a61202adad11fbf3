import { CalendarPlus, Phone } from "lucide-react";
import {
  bookAppointment,
  listRecalls,
  noteRecall,
  type Recall,
  type RecallOutcome,
  recallOutcomeLabels,
} from "#features/appointments/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatDay, formatInstant } from "#shared/formats/dates.ts";
import { CallRow } from "#web/clinical/CallRow.tsx";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";

const PART = 50;
const outcomes = ["called", "no_answer", "done"] as const;

/** Patients who were due and did not come: their phone numbers, and the outcome of calling them. */
export function RecallList({
  doctorId,
  onOpen,
  onBook,
}: {
  /** Whose patients they are; undefined: everybody's. */
  doctorId?: number | undefined;
  onOpen: (patientId: number) => void;
  onBook: (recall: Recall) => void;
}) {
  const query = useCall(
    listRecalls,
    doctorId === undefined ? {} : { query: { practitionerId: String(doctorId) } },
    { refetchOnMount: "always" },
  );
  const { data } = query;
  const today = useToday();
  if (!data)
    return (
      <Section flush>
        <QueryPending
          query={query}
          title="Failed to load the list of calls"
          skeleton={<SkeletonRows rows={6} />}
        />
      </Section>
    );
  if (data.length === 0)
    return (
      <Section flush>
        <Empty
          icon={<Phone />}
          title="No one to call"
          why="Patients whose follow-up or appointment passed without a visit appear here."
        />
      </Section>
    );
  const rows = { onOpen, onBook };
  return (
    <div className="grid gap-5">
      <RecallSection title="Did not come" recalls={data.filter(({ dueDay }) => dueDay < today)} {...rows} />
      <RecallSection
        title="Due within a week"
        recalls={data.filter(({ dueDay }) => dueDay >= today).reverse()}
        {...rows}
      />
    </div>
  );
}

function RecallSection({
  title,
  recalls,
  ...rows
}: {
  title: string;
  recalls: readonly Recall[];
  onOpen: (patientId: number) => void;
  onBook: (recall: Recall) => void;
}) {
  const parts = useParts(recalls, PART);
  if (recalls.length === 0) return null;
  return (
    <Section flush title={title} note={<Count value={recalls.length} exact />}>
      <ul>
        {parts.shown.map((recall) => (
          <RecallRow key={recall.patientId} recall={recall} {...rows} />
        ))}
      </ul>
      {parts.more}
    </Section>
  );
}

function RecallRow({
  recall,
  onOpen,
  onBook,
}: {
  recall: Recall;
  onOpen: (patientId: number) => void;
  onBook: (recall: Recall) => void;
}) {
  const {
    patientId,
    patientName,
    contactNumber,
    dueDay,
    kind,
    diagnosis,
    tries,
    lastOutcome,
    lastNote,
    lastTriedAt,
  } = recall;
  const today = useToday();
  const can = useCan();
  const failed = { title: "Error", fallback: "Failed to save the call" };
  const back = useEndpointMutation(noteRecall, { done: null, failed });
  const note = useEndpointMutation(noteRecall, {
    done: ({ outcome }) => ({ title: recallOutcomeLabels[outcome], description: patientName }),
    failed,
    undo: ({ outcome }) => {
      if (outcome === "done") back.mutate({ body: { patientId, dueDay, outcome: "open" } });
    },
  });
  const press = (outcome: RecallOutcome) => () => note.mutate({ body: { patientId, dueDay, outcome } });
  return (
    <CallRow
      patientName={patientName}
      contactNumber={contactNumber}
      detail={[
        ageSex(recall, today),
        `${kind === "missed" ? "missed" : dueDay < today ? "was due" : "due"} ${formatDay(dueDay)}`,
        diagnosis,
      ]}
      note={
        lastTriedAt && (
          <span className="block text-sm text-ink-3 wrap-anywhere">
            {[
              lastOutcome && `${recallOutcomeLabels[lastOutcome]}, ${formatInstant(lastTriedAt)}`,
              tries > 1 && `${tries} tries`,
              lastNote,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        )
      }
      onOpen={() => onOpen(patientId)}
    >
      {can(noteRecall) && (
        <span className="flex flex-wrap items-center gap-1">
          {outcomes.map((outcome) => (
            <Button
              key={outcome}
              size="sm"
              variant="ghost"
              aria-label={`${recallOutcomeLabels[outcome]}: ${patientName}`}
              onClick={press(outcome)}
            >
              {recallOutcomeLabels[outcome]}
            </Button>
          ))}
          {can(bookAppointment) && (
            <Button size="sm" icon={<CalendarPlus />} onClick={() => onBook(recall)}>
              Book
            </Button>
          )}
        </span>
      )}
    </CallRow>
  );
}
