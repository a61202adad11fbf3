import { type AdultBands, adultBands } from "#shared/clinical/vital-sign-bands.ts";
import { useCurrentUser } from "#web/data/session.tsx";

/** The ranges for adults in the user's clinic; they come with the user, so that no screen fetches them. */
export const useAdultBands = (): AdultBands => adultBands(useCurrentUser().data?.clinic?.adultRanges ?? null);
