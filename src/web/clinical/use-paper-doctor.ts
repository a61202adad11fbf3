import { type Physician, prescribingPhysician } from "#features/prescriptions/contract.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import { withTitle } from "#shared/paper-doctor.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";

export type ChosenDoctor = {
  /** To choose from; undefined where the clinic has one doctor. */
  doctors: CurrentUser["doctors"];
  /** Undefined where the clinic has one doctor, and while none is chosen. */
  practitionerId: number | undefined;
  /** "the doctor" where the clinic has one. */
  name: string;
  /** The user is this doctor, and signs by saving. */
  isSigner: boolean;
  /** What papers print of the doctor, if that is not the user or the clinic has several; null while it is not known. */
  physician: Physician | null;
  isLoading: boolean;
};

/**
 * Whom a new paper of a patient names: whom the user picked, else the user, else the doctor of the open visit or of the last
 * entry. Where the clinic has one doctor there is nothing to pick; `printsProfile`: but the profile is needed all the same.
 */
export function usePaperDoctor(
  patientId: number,
  picked: number | undefined,
  { printsProfile = false } = {},
): ChosenDoctor {
  const user = useCurrentUser().data;
  const doctors = user?.doctors;
  const own = doctors?.find(({ userId }) => userId === user?.id)?.id;
  const isOnlyDoctor = !doctors && user?.role === "owner";
  const named = picked ?? own;
  const { data, isLoading } = useCall(
    prescribingPhysician,
    {
      query: doctors
        ? named === undefined
          ? { patientId: String(patientId) }
          : { practitionerId: String(named) }
        : {},
    },
    {
      enabled: doctors !== undefined || (printsProfile && user != null && !isOnlyDoctor),
      keepsPrevious: true,
    },
  );
  const physician = data?.physician ?? null;
  const practitionerId = doctors && (named ?? physician?.practitionerId);
  const chosen = doctors?.find(({ id }) => id === practitionerId);
  return {
    doctors,
    practitionerId,
    name: chosen ? withTitle(chosen.name) : "the doctor",
    isSigner: doctors ? practitionerId !== undefined && practitionerId === own : isOnlyDoctor,
    physician: doctors && physician?.practitionerId !== practitionerId ? null : physician,
    isLoading,
  };
}
