import type { Endpoint } from "#shared/endpoint.ts";
import { isDoctorOf, type PaperDoctor, withTitle } from "#shared/paper-doctor.ts";
import { mayWithdraw, type SignedState } from "#shared/signed-papers.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan, useCan, useCurrentUser } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { State } from "#web/ui/State.tsx";

type Named = { practitioner?: PaperDoctor | undefined };

/** Whether it may leave the clinic, and who can let it. */
export function SignedMark({
  state,
  prepared,
  of: { practitioner },
}: {
  state: SignedState;
  prepared: string;
  of: Named;
}) {
  if (state === "prepared")
    return (
      <State tone="warn">{practitioner ? `${prepared}, ${withTitle(practitioner.name)}` : prepared}</State>
    );
  return state === "final" ? <State tone="ok">Released</State> : <State tone="bad">Withdrawn</State>;
}

/** The id of the text that says why a paper is held back. */
export const heldBackId = "held-back";

/** For the buttons that print it; undefined where nothing holds it back. */
export const heldBack = (state: SignedState) =>
  state === "final"
    ? undefined
    : {
        disabled: true,
        title: state === "prepared" ? "The doctor must release it first" : "It was withdrawn",
        "aria-describedby": heldBackId,
      };

/** Shown to the doctor whom the paper names. */
export function ReleaseButton<E extends Endpoint>({
  endpoint,
  of,
  sent,
  label,
  done,
  fallback,
}: {
  endpoint: E;
  of: Named;
  sent: Parameters<ReturnType<typeof useEndpointMutation<E>>["mutate"]>[0];
  /** Where the paper is not named beside it. */
  label?: string | undefined;
  done: string;
  fallback: string;
}) {
  const user = useCurrentUser().data;
  const { mutate, isPending } = useEndpointMutation(endpoint, { done, failed: { title: "Error", fallback } });
  if (!user || !isDoctorOf(user, of)) return null;
  return (
    <IfCan do={endpoint}>
      <Button
        size="sm"
        aria-label={label}
        busy={isPending}
        busyLabel="Releasing…"
        onClick={() => mutate(sent)}
      >
        Release
      </Button>
    </IfCan>
  );
}

export function useMayWithdraw(
  withdraw: Endpoint,
  paper: Named & { state: SignedState; isOwn: boolean },
): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  return !!user && can(withdraw) && mayWithdraw({ ...paper, isNamed: isDoctorOf(user, paper) });
}
