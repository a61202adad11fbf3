import { Suspense } from "react";
import { bookAppointment } from "#features/appointments/contract.ts";
import { CalendarScreen } from "#features/appointments/web/CalendarScreen.tsx";
import { expectedBirths } from "#features/pregnancies/contract.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { useDialogActions } from "./dialogs/use-dialogs.ts";
import { PageTitle } from "./shell/PageTitle.tsx";

const ExpectedBirths = lazyPart(
  () => import("#features/pregnancies/web/ExpectedBirths.tsx"),
  "ExpectedBirths",
);

/** Appointments by week and day, the recall list, and expected births. */
export function CalendarPage() {
  const dialogs = useDialogActions();
  const mayBook = useCan()(bookAppointment);
  return (
    <CalendarScreen
      besideRecalls={(onBook) => (
        <IfCan do={expectedBirths}>
          <Suspense fallback={null}>
            <ExpectedBirths
              onOpen={(id) => dialogs.openRecord(id)}
              onBook={
                mayBook
                  ? ({ patientId, ...birth }) => onBook({ ...birth, id: patientId, patientPhoto: null })
                  : undefined
              }
            />
          </Suspense>
        </IfCan>
      )}
      onOpenPatient={(id) => dialogs.openRecord(id)}
      head={(note, actions) => (
        <PageTitle note={note} actions={actions}>
          Calendar
        </PageTitle>
      )}
    />
  );
}
