import type { Visit } from "#features/visits/contract.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Before somebody without vital signs is called in a clinic that takes them: the next who has them is offered. */
export function CallWithoutVitals({
  visit,
  ready,
  onCall,
  onClose,
}: {
  visit: Visit;
  /** The first in the queue whose vital signs are taken. */
  ready: Visit | undefined;
  onCall: (visit: Visit) => void;
  onClose: () => void;
}) {
  const call = (called: Visit) => () => {
    onClose();
    onCall(called);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Number ${queueNumber(visit)} has no vital signs yet`}
      size="sm"
      compact
      role="alertdialog"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={call(visit)} {...(!ready && { "data-autofocus": "" })}>
            Call Number {queueNumber(visit)}
          </Button>
          {ready && (
            <Button variant="primary" onClick={call(ready)} data-autofocus="">
              Call Number {queueNumber(ready)}
            </Button>
          )}
        </>
      }
    >
      <p className="text-pretty">
        {visit.patientName} is next.{" "}
        {ready
          ? `The next with vital signs is number ${queueNumber(ready)}, ${ready.patientName}.`
          : "Nobody who is waiting has vital signs yet."}
      </p>
    </Dialog>
  );
}
