import { type AdultBands, adultBands } from "#shared/clinical/vital-sign-bands.ts";
import { useCurrentUser } from "#web/data/session.tsx";

/** The ranges of adults in the user's clinic; they come with the user, so that no screen asks for them. */
export const useAdultBands = (): AdultBands => adultBands(useCurrentUser().data?.clinic?.adultRanges ?? null);
