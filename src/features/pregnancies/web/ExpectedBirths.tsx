import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { type ExpectedBirth, expectedBirths } from "#features/pregnancies/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { gestationDays, gestationText, isPostTerm } from "#shared/clinical/pregnancy.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { CallRow } from "#web/clinical/CallRow.tsx";
import { usePages } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";

const spans = ["2", "4", "8", "12"] as const;
const usual = "4";

type Acts = {
  onOpen: (patientId: number) => void;
  /** Missing for users who may not book. */
  onBook: ((birth: ExpectedBirth) => void) | undefined;
};

/** Patients who are due in the next weeks, with their phone numbers; overdue ones first. */
export function ExpectedBirths({ onOpen, onBook }: Acts) {
  const [weeks, setWeeks] = useState<string>(usual);
  const read = usePages(expectedBirths, { query: { weeks, limit: "50" } }, { refetchOnMount: "always" });
  return (
    <Section
      flush
      title="Due to give birth"
      actions={
        <Select
          aria-label="Due within"
          value={weeks}
          onChange={(event) => setWeeks(event.target.value)}
          options={spans.map((value) => ({ value, label: `Within ${value} weeks` }))}
        />
      }
    >
      <QueryList
        query={read}
        title="Failed to load expected births"
        label="Loading expected births..."
        level={3}
        skeleton={<SkeletonRows rows={3} />}
        empty={<p className="px-4 py-3 text-sm text-ink-3">No one is due within {weeks} weeks.</p>}
      >
        {(rows, foot) => (
          <>
            <ul aria-label="Due to give birth">
              {rows.map((birth) => (
                <BirthRow key={birth.id} birth={birth} onOpen={onOpen} onBook={onBook} />
              ))}
            </ul>
            {read.hasNextPage && foot}
          </>
        )}
      </QueryList>
    </Section>
  );
}

function BirthRow({ birth, onOpen, onBook }: { birth: ExpectedBirth } & Acts) {
  const { patientId, patientName, contactNumber, dueOn, datedBy } = birth;
  const today = useToday();
  const days = gestationDays(dueOn, today);
  return (
    <CallRow
      patientName={patientName}
      contactNumber={contactNumber}
      detail={[
        ageSex(birth, today),
        `${dueOn < today ? "was due" : "EDC"} ${formatDay(dueOn)}${datedBy === "ultrasound" ? " by ultrasound" : ""}`,
        isPostTerm(days) ? null : gestationText(days),
      ]}
      note={
        isPostTerm(days) && (
          <span className="block text-sm text-warn">Past 42 weeks: record how it ended</span>
        )
      }
      onOpen={() => onOpen(patientId)}
    >
      {onBook && (
        <Button
          size="sm"
          icon={<CalendarPlus />}
          aria-label={`Book: ${patientName}`}
          onClick={() => onBook(birth)}
        >
          Book
        </Button>
      )}
    </CallRow>
  );
}
