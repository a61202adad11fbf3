import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { todaysConsultations } from "#features/consultations/contract.ts";
import { listPatients, onePatient, patientHistory } from "#features/patients/contract.ts";
import {
  answeredReferrals,
  type ClaimedReferral,
  cancelReferral,
  claimReferral,
  declineReferral,
  patientReferrals,
  sharedWithMe,
} from "#features/referrals/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { isApiError } from "#web/api-error.ts";
import { keyOf, useSend } from "#web/calls.ts";

const answers = [sharedWithMe, answeredReferrals];

/** Adds a referred patient to the clinic. What another desk answered meanwhile leaves the list. */
export function useClaim(onAdded: (claimed: ClaimedReferral) => void) {
  const [adding, setAdding] = useState<number | null>(null);
  const queries = useQueryClient();
  const send = useSend(claimReferral, {
    refreshes: [
      ...answers,
      listPatients,
      onePatient,
      patientHistory,
      patientReferrals,
      todaysConsultations,
      dashboardFigures,
    ],
    done: ({ newPatient, isNew }) => ({
      title: "Patient Added Successfully",
      description: isNew
        ? `${newPatient.patientName} has been added to your clinic.`
        : `${newPatient.patientName} has a record in your clinic already. What was new was added to it.`,
    }),
    failed: {
      title: "Failed to Add Patient",
      fallback: "There was an error adding the patient to your clinic.",
    },
  });
  const add = async (id: number) => {
    setAdding(id);
    try {
      onAdded(await send.mutateAsync({ params: { id: String(id) } }));
    } catch {
      await queries.invalidateQueries({ queryKey: keyOf(sharedWithMe) });
    } finally {
      setAdding(null);
    }
  };
  return { adding, add: (id: number) => void add(id) };
}

/** A failure may mean that the other clinic was quicker: what is shown is then read anew. */
export function useDecline() {
  const queries = useQueryClient();
  const send = useSend(declineReferral, {
    refreshes: answers,
    done: ({ fromClinic }) => ({
      title: "Referral Declined",
      description: `${fromClinic.name} sees it in the patient's record.`,
    }),
    failed: { title: "Failed to Decline Referral", fallback: "There was an error declining the referral." },
  });
  return async (id: number, reason: string): Promise<"done" | "answered already" | "failed"> => {
    try {
      await send.mutateAsync({ params: { id: String(id) }, body: { reason } });
      return "done";
    } catch (error) {
      await queries.invalidateQueries({ queryKey: keyOf(sharedWithMe) });
      return isApiError(error) && error.status === 409 ? "answered already" : "failed";
    }
  };
}

export function useCancel() {
  const queries = useQueryClient();
  const send = useSend(cancelReferral, {
    refreshes: [patientReferrals, patientHistory],
    done: ({ toClinicName }) => ({
      title: "Referral Cancelled",
      description: `${toClinicName} does not see it any more.`,
    }),
    failed: { title: "Failed to Cancel Referral", fallback: "There was an error cancelling the referral." },
  });
  return async (id: number): Promise<void> => {
    await send
      .mutateAsync({ params: { id: String(id) } })
      .catch(() => queries.invalidateQueries({ queryKey: keyOf(patientReferrals) }));
  };
}
