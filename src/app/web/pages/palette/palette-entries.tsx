import { useQueryClient } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  CalendarPlus,
  FileText,
  HeartPulse,
  Keyboard,
  ListTodo,
  LogOut,
  Pencil,
  Plus,
  Send,
  Stethoscope,
} from "lucide-react";
import type { ReactNode } from "react";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { editPatient, listPatients } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { fold, withWords } from "#shared/formats/name-search.ts";
import { signOut, useCan } from "#web/data/session.tsx";
import { useKeyHint } from "#web/shortcuts.ts";
import type { Desk } from "../shell/desk.ts";
import { useSwitchToOwner } from "../shell/use-switch-to-owner.ts";

/** An action or a page in the palette. */
export type Entry = {
  id: string;
  label: string;
  icon: ReactNode;
  /** Further words that match it. */
  words?: string;
  hint?: string | undefined;
  run: () => void;
};

const only = (may: boolean, entry: Entry): Entry[] => (may ? [entry] : []);

/** The actions that this user may do, on the open record if there is one, and the pages of the navigation. */
export function useEntries(
  { user, dialogs, pages, mayAdd, onNavigate }: Desk,
  record: number | null,
  onShortcuts: () => void,
): { onRecord: Entry[]; actions: Entry[]; pages: Entry[] } {
  const can = useCan();
  const hint = useKeyHint();
  const queries = useQueryClient();
  const { switchToOwner } = useSwitchToOwner();
  // Without an open record the patient is chosen first, from the list.
  const mayChoose = record !== null || can(listPatients);
  const onPatient: Entry[] = [
    ...only(mayChoose && can(addConsultation), {
      id: "consultation",
      label: "New Consultation",
      icon: <Stethoscope />,
      words: "visit check-up",
      hint: hint("consultation"),
      run: () => dialogs.show(record ? "consultation" : "choose", record),
    }),
    ...only(mayChoose && can(recordVitals), {
      id: "vitals",
      label: "Record Vitals",
      icon: <HeartPulse />,
      words: "vital signs blood pressure bp temperature",
      run: () => dialogs.show(record ? "vitals" : "choose-vitals", record),
    }),
    ...only(mayChoose && can(savePrescription), {
      id: "prescription",
      label: "Generate Prescription",
      icon: <FileText />,
      words: "prescribe rx medicine",
      hint: hint("prescription"),
      run: () => dialogs.show(record ? "prescription" : "choose-prescription", record),
    }),
    ...only(mayChoose && can(bookAppointment), {
      id: "appointment",
      label: "Book Appointment",
      icon: <CalendarPlus />,
      words: "calendar schedule",
      hint: hint("book"),
      run: () => dialogs.show(record ? "appointment" : "choose-appointment", record),
    }),
    ...only(mayChoose && can(sendReferral), {
      id: "refer",
      label: "Refer Patient",
      icon: <Send />,
      words: "referral send",
      run: () => dialogs.show(record ? "refer" : "choose-refer", record),
    }),
    ...only(mayChoose && can(editPatient), {
      id: "edit",
      label: "Edit Patient",
      icon: <Pencil />,
      words: "change record",
      hint: record ? hint("edit") : undefined,
      run: () => dialogs.show(record ? "edit" : "choose-edit", record),
    }),
  ];
  return {
    onRecord: record ? onPatient : [],
    actions: [
      ...only(mayAdd, {
        id: "add",
        label: "Add Patient",
        icon: <Plus />,
        words: "new register",
        hint: hint("add"),
        run: () => dialogs.show("add"),
      }),
      ...(record ? [] : onPatient),
      ...only(can(addTask), {
        id: "task",
        label: "Add New Task",
        icon: <ListTodo />,
        words: "to do reminder",
        run: () => dialogs.show("task"),
      }),
      {
        id: "shortcuts",
        label: "Keyboard shortcuts",
        icon: <Keyboard />,
        words: "keys help",
        hint: hint("help"),
        run: onShortcuts,
      },
      ...only(user.isStaffMode, {
        id: "owner",
        label: "Back to Owner",
        icon: <ArrowLeftRight />,
        run: switchToOwner,
      }),
      {
        id: "log-out",
        label: "Log out",
        icon: <LogOut />,
        words: "sign out logout",
        run: () => void signOut(queries),
      },
    ],
    pages: pages.map(({ id, label, icon, href }) => ({
      id: `page-${id}`,
      label,
      icon,
      run: () => onNavigate(href),
    })),
  };
}

/** Entries that contain every typed word; all of them while nothing is typed. */
export const matching = (entries: readonly Entry[], typed: string): Entry[] =>
  withWords(entries, typed, ({ label, words = "" }) => `${label} ${words}`);

/** Whether the name of one of them begins with what is typed. */
export const isNamed = (entries: readonly Entry[], typed: string): boolean =>
  typed.trim().length > 1 && entries.some(({ label }) => fold(label).startsWith(fold(typed)));
