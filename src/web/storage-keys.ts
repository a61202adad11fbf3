import type { Brand } from "./theme.ts";

/**
 * The browser's storage, by the keys of the specification. Patient data is never stored under any of them. The first
 * two and the suspension are also read by public/first-calls.js, which runs before any module.
 */
const activeUserKey = "activeUserEmail";
const tokenPrefix = "userToken_";
const authTokenKey = "auth_token";
const authUserKey = "auth_user";
const suspensionKey = "suspensionInfo";
/** The clinic and the color that this browser last showed, so that the next load starts in its color. */
const clinicIdKey = "clinicId";
const clinicThemeKey = "clinicTheme";
/** A toast that a page load would drop. */
const carriedToastKey = "carriedToast";
/** Staff mode as shown by this tab; the server decides what is allowed. */
const staffModeKey = "staffModeActive";
const staffModeUserKey = "staffModeUser";
/** When what could be read offline was removed. */
const offlineEndKey = "offlineEnd";
/** By how much this device's clock is wrong. */
const clockOffsetKey = "clockOffset";
/** Local keys that belong to one clinic, and session keys that outlive a change of clinic. */
const clinicBound = /^(clinic|theme|staff|patient)/i;
const staffModeBound = /^staffMode/i;

/** Storage may be forbidden (private mode, full disk); signing in by cookie still works then. */
export function guarded<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const readStored = (key: string) => guarded(() => localStorage.getItem(key));
export const writeStored = (key: string, value: string) =>
  void guarded(() => localStorage.setItem(key, value));

export function storedToken(): string | null {
  return guarded(() => {
    const email = localStorage.getItem(activeUserKey);
    return email ? localStorage.getItem(tokenPrefix + email) : null;
  });
}

export const activeUserEmail = () => readStored(activeUserKey);

/** One user at a time: on a shared device no previous token may stay. */
export function storeSignIn(email: string, token: string): void {
  guarded(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(tokenPrefix)) localStorage.removeItem(key);
    localStorage.removeItem(offlineEndKey);
    localStorage.setItem(activeUserKey, email);
    localStorage.setItem(tokenPrefix + email, token);
  });
}

/** Further keys that the token login page stores. */
export function storeTokenLogin(token: string, user: object): void {
  guarded(() => {
    localStorage.setItem(authTokenKey, token);
    localStorage.setItem(authUserKey, JSON.stringify(user));
  });
}

/** A 401 clears the active user's token. */
export function clearActiveToken(): void {
  guarded(() => {
    const email = localStorage.getItem(activeUserKey);
    if (email) localStorage.removeItem(tokenPrefix + email);
    localStorage.removeItem(authTokenKey);
    localStorage.removeItem(authUserKey);
  });
}

function clearSignIn(): void {
  clearActiveToken();
  guarded(() => localStorage.removeItem(activeUserKey));
}

export function storeSuspension(info: object): void {
  guarded(() => sessionStorage.setItem(suspensionKey, JSON.stringify(info)));
}

export function clearSuspension(): void {
  guarded(() => sessionStorage.removeItem(suspensionKey));
}

/** Reads and removes it. */
export function takeSuspension(): unknown {
  return guarded(() => {
    const text = sessionStorage.getItem(suspensionKey);
    sessionStorage.removeItem(suspensionKey);
    return text ? (JSON.parse(text) as unknown) : null;
  });
}

export const isSignInKey = (key: string | null) =>
  key === null || key === activeUserKey || key.startsWith(tokenPrefix);

/** Remembers whose clinic is shown. Returns whether another clinic's was shown before. */
export function noteClinic(id: number | null, brand: Brand | null): boolean {
  return (
    guarded(() => {
      const before = localStorage.getItem(clinicIdKey);
      const isOther = before !== null && before !== String(id);
      if (isOther) clearClinicStorage();
      if (id !== null) localStorage.setItem(clinicIdKey, String(id));
      if (brand !== null) localStorage.setItem(clinicThemeKey, JSON.stringify(brand));
      return isOther;
    }) ?? false
  );
}

export const storedTheme = () =>
  guarded(() => JSON.parse(localStorage.getItem(clinicThemeKey) ?? "null") as Brand | null);

/** After a change of clinic: removes everything but the active user's sign-in and staff mode. */
function clearClinicStorage(): void {
  guarded(() => {
    for (const key of Object.keys(localStorage)) if (clinicBound.test(key)) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage))
      if (!staffModeBound.test(key)) sessionStorage.removeItem(key);
  });
}

/** Stores staff mode's flag and account; null outside staff mode. */
export function noteStaffMode(account: { email: string; role: string } | null): void {
  guarded(() => {
    if (account) {
      sessionStorage.setItem(staffModeKey, "true");
      sessionStorage.setItem(staffModeUserKey, JSON.stringify(account));
    } else for (const key of [staffModeKey, staffModeUserKey]) sessionStorage.removeItem(key);
  });
}

/** Signing out: nothing of the user or the clinic stays in this browser. */
export function clearAllStorage(): void {
  clearSignIn();
  clearClinicStorage();
  guarded(() => sessionStorage.clear());
}

export type CarriedToast = { title: string; description?: string };

export function carryToast(toast: CarriedToast): void {
  guarded(() => sessionStorage.setItem(carriedToastKey, JSON.stringify(toast)));
}

export function takeCarriedToast(): CarriedToast | null {
  return guarded(() => {
    const text = sessionStorage.getItem(carriedToastKey);
    sessionStorage.removeItem(carriedToastKey);
    return text ? (JSON.parse(text) as CarriedToast) : null;
  });
}

/** `offset` and `at` in ms: what to add to the device's clock, and the server's time when that was found. */
type ClockOffset = { offset: number; at: number; isTold: boolean };

export const storedClockOffset = (): ClockOffset | null =>
  guarded(() => JSON.parse(localStorage.getItem(clockOffsetKey) ?? "null") as ClockOffset | null);

export const storeClockOffset = (found: ClockOffset | null): void =>
  void guarded(() =>
    found === null
      ? localStorage.removeItem(clockOffsetKey)
      : localStorage.setItem(clockOffsetKey, JSON.stringify(found)),
  );

export const storedOfflineEnd = (): number | null =>
  guarded(() => Number(localStorage.getItem(offlineEndKey)) || null);

export const storeOfflineEnd = (at: number): void => writeStored(offlineEndKey, String(at));
