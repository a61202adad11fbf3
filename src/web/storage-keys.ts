/** The browser's storage, by the keys of the specification. Patient data is never kept under any of them. */
const activeUserKey = "activeUserEmail";
const tokenPrefix = "userToken_";
const authTokenKey = "auth_token";
const authUserKey = "auth_user";
const suspensionKey = "suspensionInfo";

/** Storage may be forbidden (private mode, full disk); signing in by cookie still works then. */
function guarded<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export function storedToken(): string | null {
  return guarded(() => {
    const email = localStorage.getItem(activeUserKey);
    return email ? localStorage.getItem(tokenPrefix + email) : null;
  });
}

export const activeUserEmail = () => guarded(() => localStorage.getItem(activeUserKey));

export function storeSignIn(email: string, token: string): void {
  guarded(() => {
    localStorage.setItem(activeUserKey, email);
    localStorage.setItem(tokenPrefix + email, token);
  });
}

/** What the token login page keeps besides. */
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

export function clearSignIn(): void {
  clearActiveToken();
  guarded(() => localStorage.removeItem(activeUserKey));
}

export function storeSuspension(info: object): void {
  guarded(() => sessionStorage.setItem(suspensionKey, JSON.stringify(info)));
}

/** Read once, then gone. */
export function takeSuspension(): unknown {
  return guarded(() => {
    const text = sessionStorage.getItem(suspensionKey);
    sessionStorage.removeItem(suspensionKey);
    return text ? (JSON.parse(text) as unknown) : null;
  });
}
