import { useSyncExternalStore } from "react";
import { storedShortcuts, storeShortcuts } from "./device-preferences.ts";
import { newStore } from "./store.ts";

type Shortcut = {
  /** `KeyboardEvent.key` in lower case. */
  key: string;
  /** Ctrl is Cmd on a Mac. */
  held?: "ctrl" | "alt";
  /** The label in the list of shortcuts. */
  does: string;
};

const anyDigit = "0–9";

/** Every shortcut. The handlers, the list under `?` and the hints in menus all read this. */
export const shortcuts = {
  palette: { key: "k", held: "ctrl", does: "Find patients, actions and pages" },
  search: { key: "/", does: "Search" },
  number: { key: anyDigit, does: "Find a patient by number, or scan a patient card" },
  add: { key: "n", does: "Add Patient" },
  help: { key: "?", does: "Show this list" },
  toasts: { key: "t", held: "alt", does: "Jump to last notification" },
  consultation: { key: "c", does: "New Consultation" },
  prescription: { key: "r", does: "Generate Prescription" },
  book: { key: "b", does: "Book Appointment" },
  edit: { key: "e", does: "Edit Patient" },
  callNext: { key: "l", does: "Call Next, in Today's Consultations" },
  walkIn: { key: "w", does: "Add Walk-in, in Today's Consultations" },
  next: { key: "j", does: "Next patient" },
  previous: { key: "k", does: "Previous patient" },
  open: { key: "enter", does: "Open" },
  save: { key: "enter", held: "ctrl", does: "Save" },
  close: { key: "escape", does: "Close" },
  template: { key: "n", held: "alt", does: "Note templates, in a consultation" },
  copyLast: { key: "c", held: "alt", does: "Copy from the last visit, in a consultation" },
  favourites: { key: "f", held: "alt", does: "Favorites, in a prescription" },
  repeat: { key: "r", held: "alt", does: "Repeat the last prescription, or its medicines in a consultation" },
  medicine: { key: "m", held: "alt", does: "Add a medicine, in a prescription" },
  discountId: { key: "i", held: "alt", does: "Discount and ID number, in a payment" },
  payment: { key: "p", held: "alt", does: "Payment method, then one more, in a payment" },
  print: { key: "p", held: "ctrl", does: "Print, in a prescription or payment" },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof shortcuts;

/** A single character, which people who dictate or press keys by accident can turn off (WCAG 2.1.4). */
const isSingle = ({ key, held }: Shortcut) => held === undefined && (key.length === 1 || key === anyDigit);

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether this key is that shortcut, and it is enabled. */
export function isPressed(event: Pressed, id: ShortcutId): boolean {
  const shortcut: Shortcut = shortcuts[id];
  const { key, held } = shortcut;
  if ((event.ctrlKey || event.metaKey) !== (held === "ctrl") || event.altKey !== (held === "alt"))
    return false;
  // With Alt a Mac writes another letter.
  if (held === "alt") return event.code === `Key${key.toUpperCase()}`;
  const matches = key === anyDigit ? /^\d$/.test(event.key) : event.key.toLowerCase() === key;
  return matches && (!isSingle(shortcut) || areOn());
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform);
const names: Record<string, string> = { enter: "Enter", escape: "Esc" };

/** The key names: ["Ctrl", "K"]. */
export function keysOf(id: ShortcutId): string[] {
  const { key, held }: Shortcut = shortcuts[id];
  const last = names[key] ?? key.toUpperCase();
  if (held === undefined) return [last];
  return [held === "ctrl" ? (isMac() ? "⌘" : "Ctrl") : isMac() ? "⌥" : "Alt", last];
}

/** The keys as one text, for a hint; undefined while shortcuts are turned off. */
export function useKeyHint(): (id: ShortcutId) => string | undefined {
  const on = useShortcutsOn();
  return (id) => (on || !isSingle(shortcuts[id]) ? keysOf(id).join("+") : undefined);
}

/** For `aria-keyshortcuts`. */
export const ariaKeys = (id: ShortcutId): string => {
  const { key, held }: Shortcut = shortcuts[id];
  return (
    (held === undefined ? "" : held === "ctrl" ? "Control+" : "Alt+") + (names[key] ?? key.toUpperCase())
  );
};

/** For a button that a shortcut presses. */
export const shortcutProps = (id: ShortcutId) => ({
  title: keysOf(id).join("+"),
  "aria-keyshortcuts": ariaKeys(id),
});

/** Whether turning single-key shortcuts off turns this one off. */
export const isSingleKey = (id: ShortcutId): boolean => isSingle(shortcuts[id]);

/** Undefined until they are turned on or off on this page. */
const turned = newStore<boolean | undefined>(undefined);
let stored: boolean | undefined;

function areOn(): boolean {
  stored ??= storedShortcuts();
  return turned.get() ?? stored;
}

export function turnShortcuts(next: boolean): void {
  storeShortcuts(next);
  turned.set(next);
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(turned.subscribe, areOn, () => true);
