import { useState } from "react";
import { type VitalSignReading, vitalSignReadings } from "#features/consultations/contract.ts";
import { vitalSignsLine } from "#features/consultations/words.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { EnteredInErrorDialog } from "./EnteredInErrorDialog.tsx";
import { useMarkVitals } from "./use-mark-vitals.ts";

/** What was recorded today already: whoever answers for it can correct it here, by marking it and entering it anew. */
export function TodaysReadings({ patientId }: { patientId: number }) {
  const today = useToday();
  const sent = { params: { id: String(patientId) }, query: { limit: "5" } };
  const readings = useCall(vitalSignReadings, sent).data ?? [];
  const { mayMark } = useMarkVitals(patientId);
  const [wrong, setWrong] = useState<VitalSignReading | null>(null);
  const ofToday = readings.filter(
    ({ recordedAt, enteredInError }) => !enteredInError && manilaDay(new Date(recordedAt)) === today,
  );
  return (
    <>
      {ofToday.length > 0 && (
        <NoteBox title="Recorded today">
          <ul className="mt-1 grid gap-2">
            {ofToday.map((reading) => (
              <li key={reading.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
                  {formatClock(reading.recordedAt)}: {vitalSignsLine(reading)}
                </span>
                {mayMark(reading) && (
                  <Button size="sm" onClick={() => setWrong(reading)}>
                    Entered in Error…
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </NoteBox>
      )}
      {wrong && <EnteredInErrorDialog patientId={patientId} reading={wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
