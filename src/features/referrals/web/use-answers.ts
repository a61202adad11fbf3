import { useState } from "react";
import {
  type ClaimedReferral,
  cancelReferral,
  claimReferral,
  declineReferral,
} from "#features/referrals/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";

/** Adds a referred patient to the clinic. A referral that was answered elsewhere meanwhile leaves the list. */
export function useClaim(onAdded: (claimed: ClaimedReferral) => void) {
  const [adding, setAdding] = useState<number | null>(null);
  const send = useEndpointMutation(claimReferral, {
    invalidatesOnError: true,
    done: ({ newPatient, isNew }) => ({
      title: "Patient Added Successfully",
      description: isNew
        ? `${newPatient.patientName} has been added to your clinic.`
        : `${newPatient.patientName} already has a record in your clinic. New information was added to it.`,
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
      // The toast has shown the error.
    } finally {
      setAdding(null);
    }
  };
  return { adding, add: (id: number) => void add(id) };
}

/** A failure may mean that the other clinic was faster: the list is refetched. */
export function useDecline() {
  const send = useEndpointMutation(declineReferral, {
    invalidatesOnError: true,
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
      return isApiError(error) && error.status === 409 ? "answered already" : "failed";
    }
  };
}

export function useCancel({ isLetter }: { isLetter: boolean }) {
  const send = useEndpointMutation(cancelReferral, {
    invalidatesOnError: true,
    done: ({ toClinicName }) =>
      isLetter
        ? { title: "Letter Cancelled", description: "It can't be printed again." }
        : { title: "Referral Cancelled", description: `${toClinicName} can no longer see it.` },
    failed: { title: "Failed to Cancel Referral", fallback: "There was an error cancelling the referral." },
  });
  return async (id: number): Promise<void> => {
    await send.mutateAsync({ params: { id: String(id) } }).catch(() => undefined);
  };
}
