import { useNavigate, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { type PageSearch, usePageSearch } from "#web/page-search.ts";

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
  "details",
  "edit",
  "consultation",
  "next",
  "checklist",
  "history",
  "vitals",
  "results",
  "prescription",
  "certificate",
  "laboratory-request",
  "imaging-request",
  "refer",
  "appointment",
  "payment",
  "copy",
  "labels",
  "merge",
] as const;
export type DialogName = (typeof dialogNames)[number];
export type OpenDialog = { name: DialogName; patientId: number | null };

const levels = [
  ["open", "patient"],
  ["over", "overPatient"],
  ["top", "topPatient"],
] as const;

/** Reads `open=details&patient=12`; unknown names and ids are ignored. */
export function openDialogs(search: PageSearch): OpenDialog[] {
  const found: OpenDialog[] = [];
  for (const [key, patientKey] of levels) {
    const name = dialogNames.find((known) => known === search[key]);
    if (!name) break;
    const id = Number(search[patientKey]);
    const patientId = Number.isSafeInteger(id) && id > 0 ? id : null;
    if (patientId === null && needsPatient(name)) break;
    found.push({ name, patientId });
  }
  return found;
}

const needsPatient = (name: DialogName) => !/^(add|choose|task)/.test(name);

const written = (dialogs: readonly OpenDialog[]): PageSearch =>
  Object.fromEntries(
    levels.flatMap(([key, patientKey], index) => [
      [key, dialogs[index]?.name],
      [patientKey, dialogs[index]?.patientId?.toString()],
    ]),
  );

export type DialogActions = ReturnType<typeof useDialogActions>;
export type Dialogs = DialogActions & { open: OpenDialog[] };

/** Open dialogs are in the URL: Back closes the last one, a reload opens them again. */
export function useDialogs(): Dialogs {
  const search = usePageSearch();
  const actions = useDialogActions();
  return useMemo(() => ({ open: openDialogs(search), ...actions }), [search, actions]);
}

/** They read the URL when they are called, so that components that only open dialogs do not rerender with each. */
export function useDialogActions() {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const open = () => openDialogs(router.state.location.search);
    const go = (dialogs: readonly OpenDialog[], replace: boolean) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...written(dialogs) }),
        replace,
        resetScroll: false,
        // A pushed dialog can be closed by going back; one opened by a link or a reload cannot.
        state: (before) => ({ ...before, isPushed: !replace || isPushed() }),
      });
    const isPushed = () => router.state.location.state.isPushed === true;
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
    };
  }, [navigate, router]);
}
