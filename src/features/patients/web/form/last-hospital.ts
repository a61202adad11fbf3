import { guarded } from "#web/storage-keys.ts";

/** Keys with the prefix `clinic` are removed when another clinic signs in. */
const key = "clinicLastHospital";

/** The hospital of the last patient registered in this browser. */
export const lastHospital = (): string => guarded(() => localStorage.getItem(key)) ?? "";

export const noteHospital = (name: string): void => void guarded(() => localStorage.setItem(key, name));
