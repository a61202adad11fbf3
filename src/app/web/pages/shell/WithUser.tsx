import { Navigate } from "@tanstack/react-router";
import { createContext, memo, type ReactNode, Suspense, use, useDeferredValue } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { isStarting } from "#web/data/first-answers.ts";
import { mustSetUpSecondFactor, useCurrentUser } from "#web/data/session.tsx";
import { useSessionState } from "#web/data/session-state.ts";
import { homeOf } from "#web/home-of-role.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { storedOfflineEnd } from "#web/storage-keys.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { LoadingPage } from "./LoadingPage.tsx";
import { isFor, type Who } from "./navigation.tsx";

const ReleasedPage = lazyPart(() => import("../ReleasedPage.tsx"), "ReleasedPage");

/** The page to redirect a signed-in user to; null if this page is allowed. */
export function elsewhere(user: CurrentUser, allowed: readonly Who[]): string | null {
  if (!user.passwordChanged) return "/change-password";
  if (mustSetUpSecondFactor(user)) return "/set-up-second-factor";
  return isFor(allowed, user) ? null : homeOf(user.role, user.isStaffMode);
}

const PageUser = createContext<CurrentUser | null>(null);

/** Who is signed in, on a page that only signed-in users see. */
export function usePageUser(): CurrentUser {
  const user = use(PageUser);
  if (!user) throw new Error("This page is not inside of WithUser.");
  return user;
}

/** Leads to another page, once: <Navigate> does it again whenever what is around it renders. */
export const Redirect = memo(function Redirect({ to }: { to: string }) {
  return <Navigate to={to} replace />;
});

/** Waits for the current user; redirects users who may not see the page. Without a user it shows `otherwise`. */
export function WithUser({
  allowed,
  otherwise = <Redirect to="/dashboard" />,
  children,
}: {
  allowed: readonly Who[];
  otherwise?: ReactNode;
  children: (user: CurrentUser) => ReactNode;
}) {
  const { data, error, refetch, isFetching } = useCurrentUser();
  // A page is rendered interruptibly; that nobody is signed in any more applies immediately.
  const drawn = useDeferredValue(data, isStarting() ? null : data);
  const user = data && (drawn?.id === data.id ? drawn : undefined);
  const { suspension, staffModeEnded } = useSessionState();
  if (data === undefined && error)
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState
          // The server answered that a part of it is unavailable, or it did not respond at all.
          title={error.body.code ? "Klinika cannot be opened right now" : "Klinika cannot be reached"}
          why={offlineEnd(error) ?? error.shown()}
          onRetry={() => void refetch()}
          retrying={isFetching}
          level={2}
        />
      </main>
    );
  if (user === undefined) return <LoadingPage />;
  // The reason is shown over an empty page: no sign-in form, and nothing of the clinic behind it.
  if (user === null) return suspension || staffModeEnded ? <main className="min-h-dvh" /> : otherwise;
  const isReleased = user.suspended && user.passwordChanged;
  const to = isReleased ? null : elsewhere(user, allowed);
  if (to) return <Redirect to={to} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      {isReleased ? <ReleasedPage user={user} /> : <PageUser value={user}>{children(user)}</PageUser>}
    </Suspense>
  );
}

/** Why nothing can be read offline any more. */
function offlineEnd({ status }: ApiError): string | null {
  const at = status === 0 ? storedOfflineEnd() : null;
  return at === null
    ? null
    : `The records kept for offline use were removed at ${formatInstant(new Date(at))}, when your session ended. Reconnect to log in again.`;
}
