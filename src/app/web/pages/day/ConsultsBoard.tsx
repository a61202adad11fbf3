import { type ReactNode, useEffect, useState } from "react";
import { useDialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import { PageTitle } from "#app/web/pages/shell/PageTitle.tsx";
import { listRecalls } from "#features/appointments/contract.ts";
import { DueToday } from "#features/appointments/web/DueToday.tsx";
import { todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { TodayBoard } from "#features/visits/web/TodayBoard.tsx";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";

const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/form/AddPatientDialog.tsx"),
  "AddPatientDialog",
);

const NotInQueue = lazyPart(() => import("#features/visits/web/NotInQueue.tsx"), "NotInQueue");

/** Today's Consultations: the queue, today's patients without a number, then due follow-ups. */
export function ConsultsBoard({
  dayNote,
  title,
  children,
}: {
  /** Below the day. */
  dayNote?: ReactNode;
  /** As part of another page: no page header, no figures, the queue under this title. */
  title?: string;
  /** Below those of today. */
  children?: ReactNode;
}) {
  const dialogs = useDialogActions();
  const [isDrawn, setDrawn] = useState(false);
  const acts = {
    onOpen: (id: number) => dialogs.show("details", id),
    onEdit: (id: number) => dialogs.show("edit", id),
  };
  return (
    <>
      <TodayBoard
        {...acts}
        {...(title !== undefined && { title })}
        onVitals={(id) => dialogs.show("vitals", id)}
        onPay={(id) => dialogs.show("payment", id)}
        registration={AddPatientDialog}
        head={(note, actions) =>
          title ? (
            <div className="mb-3 flex flex-wrap justify-end gap-2">{actions}</div>
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
          <Others isQueueReady={isReady} onDrawn={setDrawn}>
            <NotInQueue {...acts} queued={queued} onQueue={onQueue} />
            {!title && <DueToday onView={acts.onOpen} onQueue={onQueue} />}
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
  onDrawn,
  children,
}: {
  isQueueReady: boolean;
  onDrawn: (isDrawn: true) => void;
  children: ReactNode;
}) {
  const mayRecall = useCan()(listRecalls);
  const today = useCall(todaysConsultations, todayOnScreen);
  const recalls = useCall(listRecalls, {}, { enabled: mayRecall });
  const isDrawn = isQueueReady && !today.isPending && !(mayRecall && recalls.isPending);
  useEffect(() => {
    if (isDrawn) onDrawn(true);
  }, [isDrawn, onDrawn]);
  return isDrawn ? children : null;
}
