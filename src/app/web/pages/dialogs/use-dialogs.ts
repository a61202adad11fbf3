import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { type RecordTab, recordAddress, recordAt } from "#shared/record-address.ts";
import { type PageSearch, usePageSearch } from "#web/page-search.ts";
import { type RecordOrigin, shownPatients } from "./record-origin.ts";

/** The dialogs that can be open above a page. The first is on the page, each further one above the previous. */
const dialogNames = [
  "add",
  "add-form",
  "add-steps",
  "choose",
  "choose-edit",
  "choose-prescription",
  "choose-vitals",
  "choose-appointment",
  "choose-refer",
  "task",
  "edit",
  "consultation",
  "next",
  "checklist",
  "history",
  "vitals",
  "prescription",
  "certificate",
  "laboratory-request",
  "imaging-request",
  "refer",
  "appointment",
  "payment",
  "copy",
  "labels",
  "confidential",
  "merge",
] as const;
export type DialogName = (typeof dialogNames)[number];
export type OpenDialog = { name: DialogName; patientId: number | null };

const levels = [
  ["open", "patient"],
  ["over", "overPatient"],
  ["top", "topPatient"],
] as const;

type Level = { name: string | undefined; patientId: number | null };

export const levelsOf = (search: PageSearch): Level[] =>
  levels.map(([key, patientKey]) => {
    const id = Number(search[patientKey]);
    return { name: search[key], patientId: Number.isSafeInteger(id) && id > 0 ? id : null };
  });

/** Reads `open=vitals&patient=12`; unknown names and ids are ignored. */
export function openDialogs(search: PageSearch): OpenDialog[] {
  const found: OpenDialog[] = [];
  for (const { name: named, patientId } of levelsOf(search)) {
    const name = dialogNames.find((known) => known === named);
    if (!name || (patientId === null && needsPatient(name))) break;
    found.push({ name, patientId });
  }
  return found;
}

const needsPatient = (name: DialogName) => !/^(add|choose|task)/.test(name);

export const written = (dialogs: readonly Level[]): PageSearch =>
  Object.fromEntries(
    levels.flatMap(([key, patientKey], index) => [
      [key, dialogs[index]?.name],
      [patientKey, dialogs[index]?.patientId?.toString()],
    ]),
  );

export type DialogActions = ReturnType<typeof useDialogActions>;
export type Dialogs = DialogActions & {
  open: OpenDialog[];
  /** The patient whose record is the page. */
  record: number | null;
};

/** Open dialogs are in the URL: Back closes the last one, a reload opens them again. */
export function useDialogs(): Dialogs {
  const search = usePageSearch();
  const record = useLocation({ select: ({ pathname }) => recordAt(pathname)?.patientId ?? null });
  const actions = useDialogActions();
  return useMemo(() => ({ open: openDialogs(search), record, ...actions }), [search, record, actions]);
}

/** They read the URL when they are called, so that components that only open dialogs do not rerender with each. */
export function useDialogActions() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const now = () => router.state.location;
    const open = () => openDialogs(now().search);
    const go = (dialogs: readonly OpenDialog[], replace: boolean) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...written(dialogs) }),
        replace,
        resetScroll: false,
        // A pushed dialog can be closed by going back; one opened by a link or a reload cannot.
        state: (before) => ({ ...before, isPushed: !replace || isPushed() }),
      });
    const isPushed = () => now().state.isPushed === true;
    /** Where a record is opened from: this page, or the one from which the open record was. */
    const origin = (replace: boolean): RecordOrigin | undefined => {
      const { state, pathname, search, hash } = now();
      if (recordAt(pathname)) return state.recordFrom;
      const page = router.buildLocation({ to: pathname, hash, search: { ...search, ...written([]) } });
      return {
        href: page.href,
        // A dialog that the record replaces stands above the page's own entry.
        entry: state.__TSR_index - (replace && isPushed() ? 1 : 0),
        patients: shownPatients(),
      };
    };
    return {
      /** Opens above the page, or above the open dialog. */
      show: (name: DialogName, patientId: number | null = null) =>
        go([...open().slice(0, levels.length - 1), { name, patientId }], false),
      /** Replaces the last dialog. */
      swap: (name: DialogName, patientId: number | null = null) =>
        go([...open().slice(0, -1), { name, patientId }], true),
      /** Closes the last one. */
      close: () =>
        isPushed() ? router.history.back({ ignoreBlocker: true }) : go(open().slice(0, -1), true),
      /** Goes to a patient's record; `instead` of the page or dialog, which Back then skips. */
      openRecord: (patientId: number, instead = false, tab?: RecordTab) =>
        void navigate({
          to: recordAddress(patientId, tab),
          replace: instead,
          state: { recordFrom: origin(instead) },
        }),
    };
  }, [navigate, router]);
}
