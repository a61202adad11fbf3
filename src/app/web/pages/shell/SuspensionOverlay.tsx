import { Suspense } from "react";
import { useSessionState } from "#web/data/session-state.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { endSuspension } from "#web/suspension.ts";

const SuspendedDialog = lazyPart(
  () => import("#features/accounts/web/SuspendedDialog.tsx"),
  "SuspendedDialog",
);

/** Over everything whenever suspension information exists. */
export function SuspensionOverlay({ onSignOut }: { onSignOut: () => void }) {
  const { suspension } = useSessionState();
  if (!suspension) return null;
  return (
    <Suspense fallback={null}>
      <SuspendedDialog
        clinic={suspension}
        onUpdate={() => {
          endSuspension();
          const prefilled = new URLSearchParams({
            subject: "Update Account & Payment",
            clinic: suspension.name,
          });
          location.assign(`/?${prefilled}#contact`);
        }}
        onSignOut={() => {
          endSuspension();
          onSignOut();
        }}
      />
    </Suspense>
  );
}
