import {
  Archive,
  Banknote,
  CalendarPlus,
  Check,
  ClipboardList,
  FileCheck,
  FileDown,
  FileText,
  FlaskConical,
  GitMerge,
  HeartPulse,
  History,
  ImageIcon,
  ListChecks,
  Lock,
  Pencil,
  Pill,
  Plus,
  Printer,
  Send,
  ShieldAlert,
  Stethoscope,
  Tags,
  Volume2,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { DialogName, Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill } from "#features/billing/contract.ts";
import { changeProblem } from "#features/clinical-lists/contract.ts";
import type { StripList } from "#features/clinical-lists/web/SafetyStrip.tsx";
import { entriesOfOtherDoctors } from "#features/confidential/contract.ts";
import { addConsultation, patientConsultations, recordVitals } from "#features/consultations/contract.ts";
import { mergePatients } from "#features/merges/contract.ts";
import { addPaper } from "#features/papers/contract.ts";
import { archivePatient, editPatient, type Patient, printLabels } from "#features/patients/contract.ts";
import { usePatientActions } from "#features/patients/web/record/use-patient-actions.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import type { RecordHead } from "#features/record-head/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { moveVisit } from "#features/visits/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { isDoctor } from "#shared/permissions.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { useKeyHint } from "#web/shortcuts.ts";
import type { MenuEntry, MenuItem } from "#web/ui/overlays/Menu.tsx";
import { type ActName, actsOfVisit, nextAct } from "./record-acts.ts";
import { useClosing } from "./use-closing.ts";

export type Act = { label: string; icon: ReactNode; run: () => void; isBusy?: boolean };
type PlainAct = (Act | { label: string; items: MenuItem[] }) & { isWide?: boolean };
export type Acts = {
  patientName: string;
  detail: string;
  /** The filled one; null while it is not known, and for who may do nothing. */
  primary: Act | null;
  plain: PlainAct[];
  /** The menus: beside the plain acts, with those that need a wide window, and with all of them. */
  rest: MenuEntry[];
  restAndWide: MenuEntry[];
  all: MenuEntry[];
  /** With the lists of the strip. */
  onPhone: MenuEntry[];
};

/** What may be done with a patient's record. */
export function useActs({
  patient,
  head,
  dialogs,
  onPrint,
  onChangeList,
  onLeave,
}: {
  patient: Patient;
  head: RecordHead | undefined;
  dialogs: Dialogs;
  onPrint: () => void;
  /** Opens one of the lists of the strip. */
  onChangeList: (list: StripList) => void;
  onLeave: () => void;
}): Acts {
  const can = useCan();
  const hint = useKeyHint();
  const user = useCurrentUser().data;
  const today = useToday();
  const closing = useClosing(patient, head);
  const { archive } = usePatientActions();
  const { id } = patient;
  const { isPending, isMoving: isBusy } = closing;
  const open = (name: DialogName) => () => dialogs.show(name, id);
  const close = (act: "for-payment" | "done") => () => {
    closing[act]();
    onLeave();
  };

  const may: Record<ActName, boolean> = {
    vitals: can(recordVitals),
    call: can(moveVisit),
    "call-again": can(moveVisit),
    consultation: can(addConsultation),
    // The others open the form from the patient's card.
    prescription: user != null && isDoctor(user.role),
    "laboratory-request": can(addPaper),
    "imaging-request": can(addPaper),
    payment: can(addBill),
    ...closing.may,
  };
  const isWithDoctor = head?.visit?.state === "with_doctor";
  const acts: Record<ActName, Act> = {
    vitals: { label: "Record Vitals", icon: <HeartPulse />, run: open("vitals") },
    call: { label: "Call", icon: <Volume2 />, isBusy, run: closing.call },
    "call-again": { label: "Call Again", icon: <Volume2 />, isBusy, run: closing.callAgain },
    consultation: {
      label: isWithDoctor ? "Write Consultation" : "New Consultation",
      icon: <Stethoscope />,
      run: open("consultation"),
    },
    prescription: { label: "Generate Prescription", icon: <FileText />, run: open("prescription") },
    "laboratory-request": {
      label: "Laboratory Request",
      icon: <FlaskConical />,
      run: open("laboratory-request"),
    },
    "imaging-request": { label: "Imaging Request", icon: <ImageIcon />, run: open("imaging-request") },
    "for-payment": { label: "For Payment", icon: <Banknote />, isBusy, run: close("for-payment") },
    payment: { label: "Take Payment", icon: <Banknote />, run: open("payment") },
    done: { label: "Done", icon: <Check />, isBusy, run: close("done") },
  };
  const next = head ? nextAct(head, isPending, (act) => may[act]) : null;
  const isElsewhere = (act: ActName) => act === next;
  const papers: MenuItem[] = [
    { label: "Certificate", icon: <FileCheck />, onSelect: open("certificate") },
    { label: "Laboratory Request", icon: <FlaskConical />, onSelect: open("laboratory-request") },
    { label: "Imaging Request", icon: <ImageIcon />, onSelect: open("imaging-request") },
  ];
  const plain: PlainAct[] = [
    ...(["prescription", "vitals"] as const)
      .filter((act) => may[act] && !isElsewhere(act))
      .map((act) => acts[act]),
    ...(can(addPaper) ? [{ label: "Papers", items: papers, isWide: true }] : []),
    ...(can(sendReferral)
      ? [{ label: "Refer Patient", icon: <Send />, run: open("refer"), isWide: true }]
      : []),
  ];
  const itemOf = ({ label, icon, run }: Act, shortcut?: string): MenuItem => ({
    label,
    icon,
    onSelect: run,
    shortcut,
  });
  const inMenu = (wanted: readonly PlainAct[]): MenuItem[] =>
    wanted.flatMap((act) => ("items" in act ? act.items : [itemOf(act)]));
  const steps = head ? actsOfVisit(head, isPending).filter((act) => may[act] && !isElsewhere(act)) : [];
  const only = (isShown: boolean, item: MenuItem): MenuItem[] => (isShown ? [item] : []);
  const groups: MenuItem[][] = [
    steps.map((act) => itemOf(acts[act])),
    [
      ...only(can(addConsultation), {
        label: "Add New Consultation",
        icon: <Plus />,
        shortcut: hint("consultation"),
        onSelect: open("consultation"),
      }),
      ...only(can(patientConsultations), {
        label: "Consultation History",
        icon: <History />,
        onSelect: open("history"),
      }),
      ...only(can(entriesOfOtherDoctors) && user?.doctors !== undefined, {
        label: "Other Doctors' Confidential Entries",
        icon: <Lock />,
        onSelect: open("confidential"),
      }),
      ...only(can(addConsultation), {
        label: "Consultation History Checklist",
        icon: <ListChecks />,
        onSelect: open("checklist"),
      }),
      ...only(can(bookAppointment), {
        label: "Book Appointment",
        icon: <CalendarPlus />,
        shortcut: hint("book"),
        onSelect: open("appointment"),
      }),
    ],
    [
      ...only(can(editPatient), {
        label: "Edit Patient",
        icon: <Pencil />,
        shortcut: hint("edit"),
        onSelect: open("edit"),
      }),
      ...only(can(copyRecord), {
        label: "Give Patient a Copy",
        icon: <FileDown />,
        onSelect: open("copy"),
      }),
      { label: "Print Record", icon: <Printer />, onSelect: onPrint },
      ...only(can(printLabels), { label: "Labels and Card", icon: <Tags />, onSelect: open("labels") }),
      {
        label: can(mergePatients) ? "Merge with Another Record…" : "Propose to Merge…",
        icon: <GitMerge />,
        onSelect: open("merge"),
      },
      ...only(can(archivePatient) && !patient.isArchived, {
        label: "Archive Patient",
        icon: <Archive />,
        onSelect: () => {
          archive(patient);
          onLeave();
        },
      }),
      { label: "Close", icon: <X />, shortcut: hint("close"), onSelect: onLeave },
    ],
  ];
  // On phones the strip has no buttons.
  const ofStrip = only(can(changeProblem), {
    label: "Change Allergies",
    icon: <ShieldAlert />,
    onSelect: () => onChangeList("allergies"),
  }).concat(
    only(can(changeProblem), {
      label: "Change Problems",
      icon: <ClipboardList />,
      onSelect: () => onChangeList("problems"),
    }),
    only(can(changeProblem), {
      label: "Change Medicines",
      icon: <Pill />,
      onSelect: () => onChangeList("medicines"),
    }),
  );
  const withFirst = (first: readonly PlainAct[]): MenuEntry[] =>
    [inMenu(first), ...groups]
      .filter((group) => group.length > 0)
      .flatMap((group, index) => (index === 0 ? group : ["divider" as const, ...group]));
  return {
    patientName: patient.patientName,
    detail: `${ageSex(patient, today)} · ${patient.admissionNo}`,
    primary: next && acts[next],
    plain,
    rest: withFirst([]),
    restAndWide: withFirst(plain.filter(({ isWide }) => isWide)),
    all: withFirst(plain),
    onPhone: [...withFirst(plain), "divider", ...ofStrip],
  };
}
