import { type ReactNode, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useDialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { listRecalls, type Recall } from "#features/appointments/contract.ts";
import { type TodayItem, todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { TodayBoard } from "#features/visits/web/TodayBoard.tsx";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/form/AddPatientDialog.tsx"),
  "AddPatientDialog",
);

const DueToday = lazyPart(() => import("#features/appointments/web/DueToday.tsx"), "DueToday");
const NotInQueue = lazyPart(() => import("#features/visits/web/NotInQueue.tsx"), "NotInQueue");

/** Today's Consultations: the queue, today's patients without a number, then due follow-ups. */
export function ConsultsBoard({
  dayNote,
  part,
  children,
}: {
  /** At the end of the line of the day. */
  dayNote?: ReactNode;
  /** Of another page: the queue under this title, its buttons in that page's header, and only what is of today. */
  part?: { title: string; actionsIn: HTMLElement | null };
  /** Below those of today. */
  children?: ReactNode;
}) {
  const dialogs = useDialogActions();
  const [isDrawn, setDrawn] = useState(false);
  const acts = {
    onOpen: (id: number) => dialogs.openRecord(id),
    onEdit: (id: number) => dialogs.show("edit", id),
  };
  return (
    <>
      <TodayBoard
        {...acts}
        {...(part && { title: part.title })}
        onVitals={(id) => dialogs.show("vitals", id)}
        onPay={(id) => dialogs.show("payment", id)}
        registration={AddPatientDialog}
        head={(note, actions) =>
          part ? (
            part.actionsIn && createPortal(actions, part.actionsIn)
          ) : (
            <PageTitle
              note={
                <>
                  {note}
                  {dayNote}
                </>
              }
              actions={actions}
            >
              Today's Consultations
            </PageTitle>
          )
        }
        others={(queued, onQueue, isReady) => (
          <Others isQueueReady={isReady} hasRecalls={!part} onDrawn={setDrawn}>
            {(today, due) => (
              <>
                {!(part && today?.every(({ id }) => queued.has(id))) && (
                  <NotInQueue {...acts} queued={queued} onQueue={onQueue} />
                )}
                {due.length > 0 && (
                  <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                    <DueToday due={due} onView={acts.onOpen} onQueue={onQueue} />
                  </Suspense>
                )}
              </>
            )}
          </Others>
        )}
      />
      {isDrawn && children}
    </>
  );
}

/** Rendered once it and everything above it has its height, so that no part moves another. */
function Others({
  isQueueReady,
  hasRecalls,
  onDrawn,
  children,
}: {
  isQueueReady: boolean;
  hasRecalls: boolean;
  onDrawn: (isDrawn: true) => void;
  /** `due`: asked to return today, and not here yet. */
  children: (today: readonly TodayItem[] | undefined, due: readonly Recall[]) => ReactNode;
}) {
  const mayRecall = useCan()(listRecalls) && hasRecalls;
  const today = useCall(todaysConsultations, todayOnScreen);
  const day = useToday();
  const recalls = useCall(listRecalls, {}, { enabled: mayRecall, refetchOnMount: "always" });
  const isDrawn = isQueueReady && !today.isPending && !(mayRecall && recalls.isPending);
  useEffect(() => {
    if (isDrawn) onDrawn(true);
  }, [isDrawn, onDrawn]);
  const due = mayRecall ? (recalls.data ?? []) : [];
  return isDrawn
    ? children(
        today.data,
        due.filter(({ kind, dueDay }) => kind === "follow_up" && dueDay === day),
      )
    : null;
}
