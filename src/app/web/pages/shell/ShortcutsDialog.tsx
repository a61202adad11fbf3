import { bookAppointment } from "#features/appointments/contract.ts";
import { takePayment } from "#features/billing/contract.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import { editPatient, listPatients } from "#features/patients/contract.ts";
import { releasePrescription, savePrescription } from "#features/prescriptions/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { callNext } from "#features/visits/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { isSingleKey, keysOf, type ShortcutId, turnShortcuts, useShortcutsOn } from "#web/shortcuts.ts";
import { cx } from "#web/ui/cx.ts";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const whatItDoes: Record<ShortcutId, string> = {
  palette: "Find patients, actions and pages",
  search: "Search",
  number: "Find a patient by number, or scan a patient card",
  add: "Add Patient",
  help: "Show this list",
  toasts: "Jump to last notification",
  consultation: "New Consultation",
  prescription: "Generate Prescription",
  book: "Book Appointment",
  edit: "Edit Patient",
  callNext: "Call Next, in Today's Consultations",
  walkIn: "Add Walk-in, in Today's Consultations",
  next: "Next patient",
  previous: "Previous patient",
  open: "Open",
  save: "Save",
  close: "Close",
  template: "Note templates, in a consultation",
  copyLast: "Copy from the last visit, in a consultation",
  favourites: "Favorites, in a prescription",
  repeat: "Repeat the last prescription, or its medicines in a consultation",
  medicine: "Add a medicine, in a prescription",
  discountId: "Discount and ID number, in a payment",
  payment: "Payment method, then one more, in a payment",
  print: "Print, in a prescription or payment",
};

/** The shortcuts available to this user, and the switch for single-character ones. */
export function ShortcutsDialog({ mayAdd, onClose }: { mayAdd: boolean; onClose: () => void }) {
  const can = useCan();
  const on = useShortcutsOn();
  const mayFind = can(listPatients);
  const mayPrescribe = can(savePrescription);
  const only = (may: boolean, ...ids: ShortcutId[]) => (may ? ids : []);
  const groups: [title: string, ids: ShortcutId[]][] = [
    [
      "Anywhere",
      [
        "palette",
        "search",
        ...only(mayFind, "number"),
        ...only(mayAdd, "add"),
        ...only(mayFind && can(addConsultation), "consultation"),
        ...only(mayFind && mayPrescribe, "prescription"),
        ...only(mayFind && can(bookAppointment), "book"),
        "toasts",
        "help",
      ],
    ],
    ["Today's queue", only(mayFind, ...only(can(callNext), "callNext"), ...only(can(addWalkIn), "walkIn"))],
    ["On patients", only(mayFind, "next", "previous", "open", ...only(can(editPatient), "edit"))],
    [
      "In a form",
      [
        "save",
        ...only(can(addConsultation), "template", "copyLast"),
        ...only(mayPrescribe, "favourites", "repeat", "medicine"),
        ...only(can(takePayment), "discountId", "payment"),
        ...only(can(releasePrescription) || can(takePayment), "print"),
        "close",
      ],
    ],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      {...(mayFind && {
        description: "On a patient in a list, and in the open record, the letters are for that patient.",
      })}
      size="md"
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Switch checked={on} onChange={turnShortcuts} label="Single-key shortcuts" />
          <span className="text-sm text-ink-3">Off: letters, digits, / and ? do nothing.</span>
        </div>
        {groups.map(([title, ids]) =>
          ids.length === 0 ? null : (
            <section key={title}>
              <h3 className="mb-1 text-sm font-medium text-ink-3">{title}</h3>
              <dl>
                {ids.map((id) => {
                  const keys = keysOf(id);
                  const isOff = !on && isSingleKey(id);
                  return (
                    <div
                      key={id}
                      className="flex min-h-9 items-center justify-between gap-3 border-t border-line first:border-t-0"
                    >
                      <dt className={cx(isOff && "text-ink-3")}>
                        {whatItDoes[id]}
                        {isOff && " (off)"}
                      </dt>
                      <dd className="flex gap-1">
                        {keys.map((key) => (
                          <Kbd key={key} className="inline-block!">
                            {key}
                          </Kbd>
                        ))}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </section>
          ),
        )}
      </div>
    </Dialog>
  );
}
