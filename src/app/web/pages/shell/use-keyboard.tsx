import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import { editPatient, listPatients } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { toFirstResult } from "#web/hooks/result-keyboard-nav.ts";
import { fields, layers } from "#web/hooks/use-page-key.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { isPressed, type ShortcutId } from "#web/shortcuts.ts";
import { CrashDialog } from "./CrashPage.tsx";
import type { Desk } from "./desk.ts";

export const Palette = lazyPart(() => import("../palette/Palette.tsx"), "Palette");
const ShortcutsDialog = lazyPart(() => import("./ShortcutsDialog.tsx"), "ShortcutsDialog");

/** The palette, the list of shortcuts, and the shortcuts that work anywhere on a signed-in page. */
export function useKeyboard(desk: Desk): { show: (which: Layer) => void; layer: ReactNode } {
  const { dialogs, mayAdd } = desk;
  const can = useCan();
  const [shown, show] = useState<Layer | null>(null);
  // Typed while the palette's code loads: it goes into the palette.
  const typedAhead = useRef("");

  const act = useEffectEvent((event: KeyboardEvent): (() => unknown) | undefined => {
    const { record } = dialogs;
    // Dialogs handle their own keys.
    if (document.querySelector(layers)) return undefined;
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (shown === "palette" && (isText || event.key === "Enter"))
      return () => {
        typedAhead.current += isText ? event.key : "\n";
      };
    // Until the opened dialog is rendered, further keys are ignored.
    if (shown !== null || dialogs.open.length > 0) return undefined;
    const is = (id: ShortcutId) => isPressed(event, id);
    if (is("palette")) return () => show("palette");
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(fields)) return undefined;
    if (is("search")) return () => show("palette");
    if (is("help")) return () => show("shortcuts");

    const mayChoose = can(listPatients);
    // A barcode scanner in keyboard mode also starts with this on a patient's card.
    if (is("number") && mayChoose)
      return () => {
        typedAhead.current = event.key;
        show("palette");
      };
    const focused = Number(at.closest("[data-patient]")?.getAttribute("data-patient")) || null;
    const patient = record ?? focused;
    if (is("consultation") && can(addConsultation) && (patient ?? mayChoose))
      return () => dialogs.show(patient ? "consultation" : "choose", patient);
    if (is("prescription") && mayChoose)
      return () => dialogs.show(patient ? "prescription" : "choose-prescription", patient);
    if (is("book") && can(bookAppointment) && (patient ?? mayChoose))
      return () => dialogs.show(patient ? "appointment" : "choose-appointment", patient);
    if (is("edit") && patient && can(editPatient)) return () => dialogs.show("edit", patient);
    if (is("add") && mayAdd) return () => dialogs.show("add");
    if ((is("next") || is("previous")) && record === null)
      return () => toFirstResult(document.querySelector("main") ?? document.body);
    return undefined;
  });
  // A layout effect, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const run = act(event);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const takeTypedAhead = () => {
    const text = typedAhead.current;
    typedAhead.current = "";
    return text;
  };
  const close = () => {
    takeTypedAhead();
    show(null);
  };
  const layer = (
    <CatchBoundary getResetKey={() => String(shown)} errorComponent={CrashDialog}>
      <Suspense fallback={null}>
        {shown === "palette" && (
          <Palette
            {...desk}
            takeTypedAhead={takeTypedAhead}
            onShortcuts={() => show("shortcuts")}
            onClose={close}
          />
        )}
        {shown === "shortcuts" && <ShortcutsDialog mayAdd={mayAdd} onClose={close} />}
      </Suspense>
    </CatchBoundary>
  );
  return { show, layer };
}

type Layer = "palette" | "shortcuts";
