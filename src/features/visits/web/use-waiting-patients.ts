import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useNow } from "#web/hooks/use-now.ts";
import { dayFigures } from "./day-figures.ts";

/** How many patients wait for the doctor; undefined while unknown, and for users who may not see them. */
export function useWaitingPatients(): number | undefined {
  const enabled = useCan()(todaysConsultations);
  const items = useCall(todaysConsultations, todayOnScreen, { enabled, pollEvery: 30_000 }).data;
  const now = useNow();
  return items && dayFigures(items, null, now).waiting;
}
