import { useEffect, useState } from "react";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { useCall } from "#web/data/calls.ts";

const POLL_EVERY = 5000;
const PAGE = 20;

/** A patient's prescriptions, newest first: fetched every five seconds, on focus and on mount. */
export function usePrescriptions(patientId: number) {
  const [limit, setLimit] = useState(PAGE);
  const list = useCall(
    patientPrescriptions,
    { params: { id: String(patientId) }, query: { limit: String(limit) } },
    { pollEvery: POLL_EVERY, keepsPrevious: true },
  );
  const { refetch, data = [] } = list;
  useEffect(() => {
    const readAgain = () => void refetch({ cancelRefetch: false });
    readAgain();
    window.addEventListener("focus", readAgain);
    return () => window.removeEventListener("focus", readAgain);
  }, [refetch]);
  return {
    ...list,
    /** Missing when everything is shown. */
    ...(data.length >= limit && { showMore: () => setLimit(limit + PAGE) }),
  };
}
