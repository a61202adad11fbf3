import { destroyedRecords } from "#features/record-copy/contract.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { RETENTION_YEARS } from "#shared/retention.ts";
import { usePages } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** Deleted patients whose records were destroyed after retention. */
export function DestroyedRecords() {
  if (!useCan()(destroyedRecords)) return null;
  return <Destroyed />;
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

function Destroyed() {
  const read = usePages(destroyedRecords, { query: { limit: "20" } }, { refetchOnMount: "always" });
  return (
    <Section flush title="Destroyed Records">
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        A deleted patient's record stays sealed for {RETENTION_YEARS.outpatient} years after the last entry,{" "}
        {RETENTION_YEARS.inpatient} if the patient was ever admitted. Then it is destroyed with its files.
      </p>
      <QueryList
        query={read}
        title="Failed to load destroyed records"
        label="Loading destroyed records..."
        level={3}
        skeleton={<SkeletonRows rows={2} initials={false} />}
        empty={<p className="px-4 py-3 text-sm text-ink-3">No record has been destroyed yet.</p>}
      >
        {(rows, foot) => (
          <>
            <ul aria-label="Destroyed Records">
              {rows.map(({ id, records, files, deletedAt, keptUntil, destroyedAt }) => (
                <li
                  key={id}
                  className="grid gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[10.5rem_minmax(0,1fr)]"
                >
                  <time dateTime={destroyedAt} className="text-sm text-ink-3 tabular-nums">
                    {formatInstant(destroyedAt)}
                  </time>
                  <p>
                    One patient: {counted(records, "record")}, {counted(files, "file")}.{" "}
                    <span className="text-ink-2">
                      Deleted {formatLongDay(manilaDay(new Date(deletedAt)))}, kept until{" "}
                      {formatLongDay(keptUntil)}.
                    </span>
                  </p>
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </QueryList>
    </Section>
  );
}
