import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { timeNow } from "#web/clock.ts";
import { whenIdle } from "#web/data/first-answers.ts";
import { answerPassword, usePasswordNeeded } from "#web/data/fresh-password.ts";
import { enter, showClinicOf, signOut, useCurrentUser, wipe } from "#web/data/session.tsx";
import { setSessionState, useSessionState } from "#web/data/session-state.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { activeUserEmail, isSignInKey, noteStaffMode } from "#web/storage-keys.ts";
import { SuspensionOverlay } from "../SuspensionOverlay.tsx";
import { returnToOwner } from "../staff-mode.ts";
import { useBfcacheGuard } from "../use-bfcache-guard.ts";
import { usePollSuspension } from "../use-poll-suspension.ts";

const SessionEndedCover = lazyPart(() => import("./SessionEndedCover.tsx"), "SessionEndedCover");
const StaffModeEnded = lazyPart(() => import("./StaffModeEnded.tsx"), "StaffModeEnded");
const BackToOwnerDialog = lazyPart(
  () => import("#features/accounts/web/BackToOwnerDialog.tsx"),
  "BackToOwnerDialog",
);
const ConfirmPasswordDialog = lazyPart(
  () => import("#features/accounts/web/ConfirmPasswordDialog.tsx"),
  "ConfirmPasswordDialog",
);
const OtherUserCover = lazyPart(() => import("./OtherUserCover.tsx"), "OtherUserCover");

const onItsWayMs = 2000;

/** Covers over every page: suspension, an ended session, another user from another tab. */
export function SessionGuards() {
  const queries = useQueryClient();
  const user = useCurrentUser().data;
  const { endedFor, otherUser, ownerMethods, desk, staffModeEnded, suspension } = useSessionState();
  const needsPassword = usePasswordNeeded();
  usePollSuspension(suspension !== null);
  useBfcacheGuard(Boolean(user));

  useEffect(() => {
    if (!user) return;
    showClinicOf(user, queries);
    noteStaffMode(user.isStaffMode ? { email: user.email, role: user.role } : null);
    // The owner's drafts stay, encrypted, until the return.
    if (user.isStaffMode) return;
    let isLeft = false;
    // Optional: without the chunk, or without storage, there are no drafts.
    whenIdle()
      .then(() => import("#web/drafts/draft-store.ts"))
      // After signing out it would create the store again.
      .then(({ removeOtherDrafts }) => (isLeft ? undefined : removeOtherDrafts(user, timeNow())))
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [user, queries]);

  useEffect(() => {
    const look = (event: StorageEvent) => {
      if (!isSignInKey(event.key) || !user) return;
      const email = activeUserEmail();
      // Signed out elsewhere: the user's data must be removed here too.
      if (email === null && event.key !== null) location.reload();
      else if (email === null) {
        // The server cleared all storage, perhaps for this tab: it may be on its way to the landing page.
        document.body.hidden = true;
        setTimeout(() => location.reload(), onItsWayMs);
      } else if (email !== user.email) setSessionState({ otherUser: email });
    };
    window.addEventListener("storage", look);
    return () => window.removeEventListener("storage", look);
  }, [user]);

  return (
    <Suspense fallback={null}>
      {endedFor !== null && otherUser === null && (
        <SessionEndedCover
          email={endedFor}
          onSignedIn={async (answer) => {
            const isSame = answer.user.email === endedFor;
            await enter(queries, answer);
            if (!isSame) location.assign("/dashboard");
          }}
          onLeave={() => {
            void wipe(queries).then(() => location.assign("/dashboard"));
          }}
        />
      )}
      {staffModeEnded && !ownerMethods && <StaffModeEnded onLeave={() => void signOut(queries)} />}
      {ownerMethods && (
        <BackToOwnerDialog
          ways={ownerMethods}
          desk={desk}
          onClose={() => setSessionState({ ownerMethods: null })}
          onReturned={returnToOwner}
        />
      )}
      {needsPassword && endedFor === null && otherUser === null && (
        <ConfirmPasswordDialog onDone={answerPassword} />
      )}
      {otherUser !== null && <OtherUserCover email={otherUser} />}
      <SuspensionOverlay onSignOut={() => signOut(queries)} />
    </Suspense>
  );
}
