import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { usesQueue, waitInWords } from "#features/visits/web/day-words.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { PatientRow } from "./PatientRow.tsx";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

const pollMs = 30_000;

/** Patients who are still to be seen today, by time. */
export function TodayList() {
  const today = useAnswer(todaysConsultations, todayOnScreen, pollMs);
  const now = useNow();
  return (
    <section aria-labelledby="today">
      <h2 id="today">Today's Consultations</h2>
      {today.error && (
        <Trouble
          title="Failed to load today's consultations"
          error={today.error}
          answeredAt={today.answeredAt}
          onRetry={today.again}
        />
      )}
      {!today.data && !today.error && <p role="status">Loading…</p>}
      {today.data?.length === 0 && <p>No consultations today</p>}
      {today.data && today.data.length > 0 && (
        <ul>
          {today.data.map((item) => {
            const waits = waitInWords(item, now, usesQueue(today.data ?? []));
            return (
              <PatientRow
                key={item.id}
                patient={item}
                aside={
                  <span className="aside">
                    {formatClock(item.visitAt)}
                    {waits && <span className="wait"> · {waits}</span>}
                  </span>
                }
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}
