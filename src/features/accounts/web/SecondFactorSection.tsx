import { useQueryClient } from "@tanstack/react-query";
import { Hash, ShieldCheck, Smartphone } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  type CurrentUser,
  currentUser,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  setUpSecondFactor,
} from "#features/accounts/contract.ts";
import { keyOf, useCall, useSend } from "#web/calls.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import type { SecondFactorKey } from "./SecondFactorSetUp.tsx";

// With the QR code's drawing, which most visits do not need.
const SetUpDialog = lazyPart(() => import("./SecondFactorDialog.tsx"), "SetUpDialog");
const RecoveryCodesDialog = lazyPart(() => import("./SecondFactorDialog.tsx"), "RecoveryCodesDialog");

const icon = { "aria-hidden": true, className: "size-4 shrink-0", strokeWidth: 1.75 } as const;

type Open =
  | { dialog: "set-up"; authenticator: SecondFactorKey }
  | { dialog: "codes"; codes: readonly string[] }
  | { dialog: "off" | "new-codes" };

/** Beside the title of the section about signing in. */
export function SecondFactorBadge() {
  return useCall(secondFactor, {}).data?.isOn ? (
    <Badge tone="ok" icon={<ShieldCheck aria-hidden="true" />}>
      Two steps on
    </Badge>
  ) : null;
}

/** Rows about the authenticator app and the recovery codes. */
export function SecondFactorSection({ user }: { user: CurrentUser }) {
  const queries = useQueryClient();
  const { data: state, error, refetch, isFetching } = useCall(secondFactor, {}, { isAskedAnew: true });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const refreshes = [secondFactor, currentUser];
  const setUp = useSend(setUpSecondFactor, {
    done: null,
    failed: { title: "Error", fallback: "Failed to start the set-up" },
  });
  const turnOff = useSend(removeSecondFactor, {
    refreshes,
    done: "Two-step sign-in is off",
    failed: { title: "Error", fallback: "Failed to turn off two-step sign-in" },
  });
  const renew = useSend(renewRecoveryCodes, {
    refreshes: [secondFactor],
    done: null,
    failed: { title: "Error", fallback: "Failed to make new recovery codes" },
  });

  if (!state)
    return error ? (
      <ErrorState
        title="Failed to load two-step sign-in"
        why={error.shown("The server did not answer.")}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Waiting label="Loading two-step sign-in..." skeleton={null} className="p-4" />
    );
  return (
    <>
      <Row
        icon={<Smartphone {...icon} />}
        title="Authenticator app"
        note={
          state.isOn
            ? "On. After your password, you enter a code from your phone."
            : "Off. A code from your phone keeps out whoever learns your password."
        }
      >
        {state.isOn ? (
          <Button variant="ghost" onClick={() => setOpen({ dialog: "off" })}>
            Turn Off
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
      </Row>
      {state.isOn && (
        <Row
          icon={<Hash {...icon} />}
          title="Recovery codes"
          note={`${state.recoveryCodesLeft} of 10 left. Print them and keep them away from this computer.`}
        >
          <Button onClick={() => setOpen({ dialog: "new-codes" })}>New Recovery Codes</Button>
        </Row>
      )}
      <Suspense fallback={null}>
        {open?.dialog === "set-up" && (
          <SetUpDialog
            authenticator={open.authenticator}
            email={user.email}
            onClose={(isOn) => {
              close();
              if (isOn)
                for (const read of refreshes) void queries.invalidateQueries({ queryKey: keyOf(read) });
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
          title="Turn off two-step sign-in?"
          description={
            user.secondFactor.isRequired
              ? "Your clinic requires it: you will be asked to set it up again before you go on."
              : "Your password alone will sign you in. Your recovery codes and remembered devices end."
          }
          confirmLabel="Turn Off"
          busyLabel="Turning off…"
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

function Row({
  icon: of,
  title,
  note,
  children,
}: {
  icon: ReactNode;
  title: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
      {of}
      <span className="min-w-0 flex-1 basis-50">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-2">{note}</span>
      </span>
      {children}
    </div>
  );
}
