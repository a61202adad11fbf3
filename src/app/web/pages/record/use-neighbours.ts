import { useLocation, useNavigate } from "@tanstack/react-router";
import { recordAddress } from "#shared/record-address.ts";
import { usePageKey } from "#web/hooks/use-page-key.ts";

/** J and K go to the next and the previous patient of the list from which the record was opened. */
export function useNeighbours(patientId: number): { hasNeighbours: boolean } {
  const navigate = useNavigate();
  const from = useLocation({ select: ({ state }) => state.recordFrom });
  const patients = from?.patients ?? [];
  const at = patients.indexOf(patientId);
  const step = (by: 1 | -1) => {
    const next = at < 0 ? undefined : patients[at + by];
    if (next !== undefined)
      void navigate({ to: recordAddress(next), replace: true, state: { recordFrom: from } });
  };
  usePageKey("next", () => step(1));
  usePageKey("previous", () => step(-1));
  return { hasNeighbours: at >= 0 && patients.length > 1 };
}
