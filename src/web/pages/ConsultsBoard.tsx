import { DueToday } from "#features/appointments/web/DueToday.tsx";
import { TodayBoard } from "#features/visits/web/TodayBoard.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { PageTitle } from "./shell/PageTitle.tsx";
import type { DialogActions } from "./use-dialogs.ts";

const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/form/AddPatientDialog.tsx"),
  "AddPatientDialog",
);

const TodaysConsultations = lazyPart(() => import("./dashboard-parts.ts"), "TodaysConsultations");

/** Today's Consultations: the queue, below it those of today who have no number, then whose follow-up is due. */
export function ConsultsBoard({ dialogs }: { dialogs: DialogActions }) {
  return (
    <TodayBoard
      onOpen={(id) => dialogs.show("details", id)}
      onVitals={(id) => dialogs.show("vitals", id)}
      onPay={(id) => dialogs.show("payment", id)}
      registration={AddPatientDialog}
      head={(note, actions) => (
        <PageTitle note={note} actions={actions}>
          Today's Consultations
        </PageTitle>
      )}
      others={(queued, onQueue) => (
        <>
          <TodaysConsultations
            title="Not in the queue"
            without={queued}
            onQueue={onQueue}
            onView={(id) => dialogs.show("details", id)}
            onEdit={(id) => dialogs.show("edit", id)}
          />
          <DueToday onView={(id) => dialogs.show("details", id)} onQueue={onQueue} />
        </>
      )}
    />
  );
}
