import type { Endpoint } from "#shared/endpoint.ts";
import { mayWithdraw, type SignedState } from "#shared/signed-papers.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan, useCan, useCurrentUser } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { State } from "#web/ui/State.tsx";

/** Whether it may leave the clinic. */
export function SignedMark({ state, prepared }: { state: SignedState; prepared: string }) {
  if (state === "prepared") return <State tone="warn">{prepared}</State>;
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

/** Hidden for users who may not release. */
export function ReleaseButton<E extends Endpoint>({
  endpoint,
  sent,
  label,
  done,
  fallback,
}: {
  endpoint: E;
  sent: Parameters<ReturnType<typeof useEndpointMutation<E>>["mutate"]>[0];
  /** Where the paper is not named beside it. */
  label?: string | undefined;
  done: string;
  fallback: string;
}) {
  const { mutate, isPending } = useEndpointMutation(endpoint, { done, failed: { title: "Error", fallback } });
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

export function useMayWithdraw(withdraw: Endpoint, paper: { state: SignedState; isOwn: boolean }): boolean {
  const user = useCurrentUser().data;
  const can = useCan();
  return !!user && can(withdraw) && mayWithdraw(user.role, paper);
}
