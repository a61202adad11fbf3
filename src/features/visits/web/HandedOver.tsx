import type { Visit } from "#features/visits/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { useDoctors } from "#web/hooks/use-doctors.ts";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";

/** "from Ⓐ 10:31 AM, “Right ear”" */
export function HandedOver({ fromId, at, note }: NonNullable<Visit["handover"]>) {
  const from = useDoctors()?.all.find(({ id }) => id === fromId);
  return (
    <>
      {from ? (
        <>
          from <DoctorLetter letter={from.letter} />
          <span className="sr-only">{from.name}</span>
        </>
      ) : (
        "handed over"
      )}{" "}
      {formatClock(at)}
      {note && <span className="text-ink">, “{note}”</span>}
    </>
  );
}
