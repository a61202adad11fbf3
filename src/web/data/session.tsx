import { type QueryClient, type QueryKey, queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Access, can } from "#shared/permissions.ts";
import { useActor } from "../actor.ts";
import { clearOfflineCache } from "../offline/clear-cache.ts";
import { clearActiveToken, clearAllStorage, noteClinic, storeSignIn } from "../storage-keys.ts";
import { readSuspension, showStoredSuspension, suspend } from "../suspension.ts";
import { applyBrand } from "../theme.ts";
import { call, clearPrefetched, whenRefused } from "./api.ts";
import { type ApiError, isApiError } from "./api-error.ts";
import { metaOf, queryKeyOf } from "./calls.ts";
import { answerPassword } from "./fresh-password.ts";
import { sessionState, setSessionState } from "./session-state.ts";

const fiveMinutes = 300_000;

/** The current user: not retried, fresh for five minutes, not refetched on focus. Null when nobody is signed in. */
export const currentUserQuery = queryOptions<CurrentUser | null, ApiError>({
  queryKey: queryKeyOf(currentUser),
  meta: metaOf(currentUser),
  queryFn: ({ signal }) => readCurrentUser(signal),
  staleTime: fiveMinutes,
  refetchOnWindowFocus: false,
  retry: false,
  // Nor by each part of the page that reads the user after a failure.
  retryOnMount: false,
});

/** Stored suspension info is consumed once, and no request is made then. */
async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  if (showStoredSuspension()) return null;
  try {
    return (await call(currentUser, {}, { signal, allowCached: true })).data;
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.body.suspended)) return null;
    throw error;
  }
}

/** Until then the server only answers what the set-up needs. */
export const mustSetUpSecondFactor = ({ secondFactor: { isOn, isRequired } }: CurrentUser): boolean =>
  isRequired && !isOn;

export const useCurrentUser = () => useQuery(currentUserQuery);

const knownUser = (queries: QueryClient) => queries.getQueryData(currentUserQuery.queryKey) ?? null;

/**
 * Handles every refused call. A suspended clinic gets the modal, and its cached data is cleared. An ended session
 * loses its token; if a user was working, the page stays open under a cover, so that nothing typed is lost.
 */
export function startSession(queries: QueryClient): void {
  whenRefused((error) => {
    if (error.body.suspended) {
      // Only the released page exists; other calls are refused, and stay refused.
      if (knownUser(queries)?.suspended) return;
      suspend(readSuspension(error.body.clinic));
      clearLoaded(queries);
      void clearStores();
      queries.setQueryData(currentUserQuery.queryKey, null);
      return;
    }
    // A wrong password or a missing code says nothing about the session.
    if (error.body.code === "wrong_sign_in" || error.body.code === "second_factor_required") return;
    // The clinic has started to require two steps; refetching the user leads to the set-up.
    if (error.body.code === "second_factor_setup_required") {
      const user = knownUser(queries);
      if (user && !mustSetUpSecondFactor(user))
        // oxlint-disable-next-line no-restricted-properties -- another user changed the clinic
        void queries.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      return;
    }
    // The screen offered it: the user's rights may have been changed meanwhile.
    if (error.body.code === "forbidden") {
      // oxlint-disable-next-line no-restricted-properties -- another user changed the rights
      if (knownUser(queries)) void queries.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      return;
    }
    if (error.body.code === "staff_mode_ended") {
      clearActiveToken();
      setSessionState({ staffModeEnded: true });
      return;
    }
    clearActiveToken();
    void clearOfflineCache();
    const user = knownUser(queries);
    if (user) setSessionState({ endedFor: user.email });
  });
}

const isNotCurrentUser = ({ queryKey }: { queryKey: QueryKey }) => queryKey[1] !== currentUser.path;

/** Clears all cached data except the current user. */
function clearLoaded(queries: QueryClient): void {
  clearPrefetched();
  queries.removeQueries({ predicate: isNotCurrentUser });
}

type SignInAnswer = { token: string; user: { email: string } };

/** After a sign-in: clears a previous user's data, then fetches the new one. */
export async function enter(
  queries: QueryClient,
  { token, user }: SignInAnswer,
): Promise<CurrentUser | null> {
  storeSignIn(user.email, token);
  const { endedFor } = sessionState();
  const isSame = endedFor === user.email;
  if (endedFor !== null && !isSame) void clearStores();
  setSessionState({ endedFor: null, suspension: null });
  answerPassword(isSame);
  if (isSame) {
    // oxlint-disable-next-line no-restricted-properties -- everything, after a new sign-in
    await queries.invalidateQueries();
    return knownUser(queries);
  }
  clearPrefetched();
  queries.clear();
  return queries.fetchQuery({ ...currentUserQuery, staleTime: 0 });
}

const mostToWait = 1000;

/** Clears the browser's storage and lets the server end the session, which opens the landing page. */
export async function signOut(
  queries: QueryClient,
  leave = (address: string) => location.assign(address),
): Promise<void> {
  // Calls in flight may be refused by then; they must not write to the wiped storage.
  whenRefused(() => undefined);
  await wipe(queries);
  leave("/api/auth/logout");
}

/** Storage of other modules (drafts), cleared at sign-out, suspension and change of user or clinic. */
const wipers = new Set<() => unknown>();
export function whenWiped(wiper: () => unknown): () => void {
  wipers.add(wiper);
  return () => wipers.delete(wiper);
}

/** Resolves when everything is cleared; a storage that does not respond is not waited for long. */
function clearStores(): Promise<unknown> {
  const wiped = Promise.allSettled([...wipers].map((wiper) => wiper()));
  return Promise.race([wiped, new Promise((resolve) => setTimeout(resolve, mostToWait))]);
}

export async function wipe(queries: QueryClient): Promise<void> {
  clearAllStorage();
  clearPrefetched();
  queries.clear();
  applyBrand(null);
  // When the page is left, the router stores scroll positions by address, and an address may contain a patient's
  // name.
  addEventListener("pagehide", clearAllStorage, { once: true });
  await clearStores();
}

/** Applies the clinic's color. After a change of clinic, the other one's cached data is cleared. */
export function showClinicOf(user: CurrentUser, queries: QueryClient): void {
  const brand = user.clinic?.brand ?? null;
  const isOther = noteClinic(user.clinicId, brand);
  applyBrand(brand);
  if (!isOther) return;
  clearPrefetched();
  // Resets active queries, which refetches them; removed ones would stay on the screen.
  void queries.resetQueries({ predicate: isNotCurrentUser });
  void clearStores();
}

/** Whether the signed-in user may make this call, by the declaration that the server enforces. */
export function useCan(): (endpoint: { access: Access }) => boolean {
  const actor = useActor();
  return ({ access }) => can(actor, access);
}

/** Shows its children exactly when the call would be allowed. */
export function IfCan({
  do: endpoint,
  children,
  otherwise = null,
}: {
  do: Endpoint;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return useCan()(endpoint) ? children : otherwise;
}
