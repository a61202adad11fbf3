import { guarded } from "#web/storage-keys.ts";

/** Keys that begin with `clinic` are removed when another clinic signs in. */
const key = "clinicLastHospital";

/** The hospital of the last patient whom this browser registered. */
export const lastHospital = (): string => guarded(() => localStorage.getItem(key)) ?? "";

export const noteHospital = (name: string): void => void guarded(() => localStorage.setItem(key, name));
