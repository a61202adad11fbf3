import { Hash, ShieldCheck, Smartphone } from "lucide-react";
import { Suspense, useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { isDoctor } from "#shared/permissions.ts";
import { useCall, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { addedAndUsed } from "./added-and-used.ts";
import { lastFactorWords, PasskeyRows } from "./PasskeyRows.tsx";
import type { SecondFactorKey } from "./SecondFactorSetUp.tsx";
import { rowIcon, SecurityRow } from "./SecurityRow.tsx";
import { StaffModePinRow } from "./StaffModePinRow.tsx";

// Contains the code that draws the QR code, which most visits do not need.
const SetUpDialog = lazyPart(() => import("./SecondFactorDialog.tsx"), "SetUpDialog");
const RecoveryCodesDialog = lazyPart(() => import("./SecondFactorDialog.tsx"), "RecoveryCodesDialog");

type Open =
  | { dialog: "set-up"; authenticator: SecondFactorKey }
  | { dialog: "codes"; codes: readonly string[] }
  | { dialog: "off" | "new-codes" };

/** Next to the title of the section about signing in. */
export function SecondFactorBadge() {
  return useCall(secondFactor, {}).data?.isOn ? (
    <Badge tone="ok" icon={<ShieldCheck />}>
      Two-step sign-in is on
    </Badge>
  ) : null;
}

/** Rows for the second step of a sign-in, and for the owner's PIN for leaving staff mode. */
export function SecondFactorSection({ user }: { user: CurrentUser }) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const query = useCall(secondFactor, {}, { refetchOnMount: "always" });
  const { data: state } = query;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const setUp = useEndpointMutation(setUpSecondFactor, { done: null, failed: "Failed to start the set-up" });
  const turnOff = useEndpointMutation(removeSecondFactor, {
    done: "Authenticator app removed",
    failed: "Failed to remove the authenticator app",
  });
  const renew = useEndpointMutation(renewRecoveryCodes, {
    done: null,
    failed: "Failed to make new recovery codes",
  });

  if (!state)
    return (
      <div className="border-t border-line">
        <QueryPending
          query={query}
          title="Failed to load two-step sign-in"
          label="Loading two-step sign-in..."
          skeleton={<SkeletonRows rows={isDoctor(user.role) ? 3 : 2} initials={false} />}
        />
      </div>
    );
  return (
    <>
      <SecurityRow
        icon={<Smartphone {...rowIcon} />}
        title="Authenticator app"
        note={
          state.authenticator
            ? addedAndUsed(state.authenticator)
            : "A code from your phone protects your account if someone learns your password."
        }
      >
        {state.authenticator ? (
          <Button
            variant="ghost"
            aria-label="Remove the authenticator app"
            onClick={() => setOpen({ dialog: "off" })}
          >
            Remove
          </Button>
        ) : (
          <Button
            aria-label="Set up the authenticator app"
            busy={setUp.isPending}
            busyLabel="Starting…"
            onPointerEnter={SetUpDialog.preload}
            onFocus={SetUpDialog.preload}
            onClick={() =>
              void setUp
                .mutateAsync({})
                .then((authenticator) => setOpen({ dialog: "set-up", authenticator }))
                .catch(() => undefined)
            }
          >
            Set Up
          </Button>
        )}
      </SecurityRow>
      <PasskeyRows
        passkeys={state.passkeys}
        isLastFactor={!state.authenticator && state.passkeys.length === 1}
        user={user}
        onCodes={(codes) => setOpen({ dialog: "codes", codes })}
      />
      {state.isOn && (
        <SecurityRow
          icon={<Hash {...rowIcon} />}
          title="Recovery codes"
          note={`${state.recoveryCodesLeft} of 10 left. Print them and keep them away from this computer.`}
        >
          <Button onClick={() => setOpen({ dialog: "new-codes" })}>New Recovery Codes</Button>
        </SecurityRow>
      )}
      {isDoctor(user.role) && <StaffModePinRow since={state.staffModePinSince} />}
      <Suspense fallback={null}>
        {open?.dialog === "set-up" && (
          <SetUpDialog
            authenticator={open.authenticator}
            email={user.email}
            onClose={(isOn) => {
              close();
              if (isOn) void invalidateChangedBy(confirmSecondFactor);
            }}
          />
        )}
        {open?.dialog === "codes" && (
          <RecoveryCodesDialog codes={open.codes} email={user.email} onClose={close} />
        )}
      </Suspense>
      {open?.dialog === "off" && (
        <ConfirmDialog
          open
          danger
          title="Remove the authenticator app?"
          description={
            state.passkeys.length > 0
              ? "Your passkeys and recovery codes still log you in."
              : lastFactorWords(user.secondFactor.isRequired)
          }
          confirmLabel="Remove"
          busyLabel="Removing…"
          onClose={close}
          onConfirm={() => turnOff.mutateAsync({}).then(close, () => undefined)}
        />
      )}
      {open?.dialog === "new-codes" && (
        <ConfirmDialog
          open
          title="Make new recovery codes?"
          description="The codes you have now stop working."
          confirmLabel="Make New Codes"
          onClose={close}
          onConfirm={() =>
            renew
              .mutateAsync({})
              .then(({ recoveryCodes }) => setOpen({ dialog: "codes", codes: recoveryCodes }))
              .catch(() => undefined)
          }
        />
      )}
    </>
  );
}
