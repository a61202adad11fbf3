import { todaysConsultations } from "#features/consultations/contract.ts";
import { formatClock, waitingLabel } from "#shared/formats/dates.ts";
import { useNow } from "../hooks/use-now.ts";
import { PatientRow } from "./PatientRow.tsx";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

const pollMs = 30_000;
const minute = 60_000;

/** Patients who are still to be seen today, by time. */
export function TodayList() {
  const today = useAnswer(todaysConsultations, {}, pollMs);
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
            const waits = (now.getTime() - new Date(item.visitAt).getTime()) / minute;
            return (
              <PatientRow
                key={item.id}
                patient={item}
                aside={
                  <span className="aside">
                    {formatClock(item.visitAt)}
                    {waits >= 1 && <span className="wait"> · Waiting {waitingLabel(waits)}</span>}
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
