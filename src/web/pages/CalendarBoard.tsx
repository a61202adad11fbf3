import { CalendarScreen } from "#features/appointments/web/CalendarScreen.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import type { DialogActions } from "./use-dialogs.ts";

/** Appointments by week and day, and the recall list. */
export function CalendarBoard({ dialogs }: { dialogs: DialogActions }) {
  return (
    <CalendarScreen
      onOpenPatient={(id) => dialogs.show("details", id)}
      head={(note, actions) => (
        <PageTitle note={note} actions={actions}>
          Calendar
        </PageTitle>
      )}
    />
  );
}
