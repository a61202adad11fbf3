import { Suspense } from "react";
import { CalendarScreen } from "#features/appointments/web/CalendarScreen.tsx";
import { expectedBirths } from "#features/pregnancies/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { PageTitle } from "./shell/PageTitle.tsx";
import type { DialogActions } from "./use-dialogs.ts";

const ExpectedBirths = lazyPart(
  () => import("#features/pregnancies/web/ExpectedBirths.tsx"),
  "ExpectedBirths",
);

/** Appointments by week and day, the recall list, and who is due to give birth. */
export function CalendarBoard({ dialogs }: { dialogs: DialogActions }) {
  return (
    <CalendarScreen
      besideRecalls={
        <IfCan do={expectedBirths}>
          <Suspense fallback={null}>
            <ExpectedBirths onOpen={(id) => dialogs.show("details", id)} />
          </Suspense>
        </IfCan>
      }
      onOpenPatient={(id) => dialogs.show("details", id)}
      head={(note, actions) => (
        <PageTitle note={note} actions={actions}>
          Calendar
        </PageTitle>
      )}
    />
  );
}
