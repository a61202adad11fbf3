import {
  addVisit,
  callNext,
  changeVisit,
  moveInQueue,
  moveVisit,
  type Visit,
} from "#features/visits/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { type VisitState, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { completedToast } from "#web/clinical/completed-toast.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { visitName } from "./day-words.ts";

const failed = { title: "Error", fallback: "The queue could not be changed" };

/** The state before the last move, derived from the visit's times. */
const stateBefore = ({ vitalsTakenAt }: Visit): VisitState => (vitalsTakenAt ? "vitals_taken" : "arrived");

/** The actions of the queue, each with its toast and Undo. A refused action refetches the queue. */
export function useQueue({ onCalled }: { onCalled: (patientId: number) => void }) {
  const back = useEndpointMutation(moveVisit, { done: null, failed, invalidatesOnError: true });
  const moving = useEndpointMutation(moveVisit, { done: null, failed, invalidatesOnError: true });
  const calling = useEndpointMutation(callNext, { done: null, failed, invalidatesOnError: true });
  const adding = useEndpointMutation(addVisit, { done: null, failed, invalidatesOnError: true });
  const changing = useEndpointMutation(changeVisit, { done: null, failed });

  const reordering = useEndpointMutation(moveInQueue, { done: null, failed, invalidatesOnError: true });

  const undoTo = (visit: Visit, state: VisitState) => () =>
    back.mutate({ params: { id: String(visit.id) }, body: { state } });
  const announce = (title: string, visit: Visit, undo: () => void) =>
    notify({ kind: "success", title, description: visitName(visit), undo });

  return {
    /** Whether the visit is being moved, and is still shown in its old state. */
    isMoving: ({ id, state }: Visit): boolean =>
      moving.isPending && moving.variables.params.id === String(id) && moving.variables.body.from === state,
    isCalling: calling.isPending,
    addingId: adding.isPending ? (adding.variables?.body.patientId ?? null) : null,
    move: async (visit: Visit, state: VisitState): Promise<void> => {
      const sent = { params: { id: String(visit.id) }, body: { state, from: visit.state } };
      const moved = await moving.mutateAsync(sent).catch(() => null);
      if (!moved) return;
      const undo = undoTo(visit, visit.state);
      if (state === "done") {
        const { title, description } = completedToast(visit.patientName);
        const bill = (moved as Visit).isUnbilled ? " · no bill" : "";
        notify({ kind: "success", title, description: description + bill, undo });
      } else announce(visitStateLabels[state], visit, undo);
      if (state === "with_doctor") onCalled(visit.patientId);
    },
    /** Who did not hear it: the waiting room's screen chimes once more. Undo restores the time of the call before. */
    callAgain: async (visit: Visit): Promise<void> => {
      const sent = { params: { id: String(visit.id) }, body: { state: visit.state, from: visit.state } };
      if (await moving.mutateAsync(sent).catch(() => null))
        announce("Called again", visit, () =>
          back.mutate({ ...sent, body: { ...sent.body, since: visit.withDoctorAt } }),
        );
    },
    callNext: async (placeId: number | undefined, remark?: string): Promise<void> => {
      const called = await calling.mutateAsync({ body: { ...(placeId && { placeId }) } }).catch(() => null);
      if (!called) return;
      const visit = called as Visit;
      announce(
        [`Calling number ${queueNumber(visit)}`, remark].filter(Boolean).join(", "),
        visit,
        undoTo(visit, stateBefore(visit)),
      );
      onCalled(visit.patientId);
    },
    add: async (
      patientId: number,
      draft: Omit<Parameters<typeof adding.mutate>[0]["body"], "patientId">,
    ): Promise<boolean> => {
      const sent = { body: { patientId, ...withoutUndefined(draft) } };
      const added = await adding.mutateAsync(sent).catch(() => null);
      if (added)
        announce(
          "Added to the queue",
          added as Visit,
          undoTo(added as Visit, added.appointmentAt ? "booked" : "cancelled"),
        );
      return added !== null;
    },
    /** Moves a visit before another one, or last. Undo restores its position. */
    moveBefore: async (visit: Visit, before: Visit | null, wasBefore: Visit | null): Promise<void> => {
      const params = { id: String(visit.id) };
      const moved = await reordering
        .mutateAsync({ params, body: { before: before?.id ?? null } })
        .catch(() => null);
      if (moved)
        announce("Moved in the queue", visit, () =>
          reordering.mutate({ params, body: { before: wasBefore?.id ?? null } }),
        );
    },
    change: (visit: Visit, body: Parameters<typeof changing.mutate>[0]["body"]): void =>
      changing.mutate({ params: { id: String(visit.id) }, body }),
  };
}
export type Queue = ReturnType<typeof useQueue>;
