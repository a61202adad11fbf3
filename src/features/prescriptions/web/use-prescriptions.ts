import { useEffect } from "react";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { usePages } from "#web/data/calls.ts";

const POLL_EVERY = 5000;
const PAGE = "20";

/** A patient's prescriptions, newest first: fetched every five seconds, on focus and on mount. */
export function usePrescriptions(patientId: number) {
  const pages = usePages(
    patientPrescriptions,
    { params: { id: String(patientId) }, query: { limit: PAGE } },
    { pollEvery: POLL_EVERY },
  );
  const { refetch } = pages;
  useEffect(() => {
    const readAgain = () => void refetch({ cancelRefetch: false });
    readAgain();
    window.addEventListener("focus", readAgain);
    return () => window.removeEventListener("focus", readAgain);
  }, [refetch]);
  return { pages, prescriptions: pages.data?.pages.flatMap(({ rows }) => rows) };
}
