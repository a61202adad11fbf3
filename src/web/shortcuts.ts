import { useSyncExternalStore } from "react";
import { storedShortcuts, storeShortcuts } from "./device-preferences.ts";
import { newStore } from "./store.ts";

type Shortcut = {
  /** `KeyboardEvent.key` in lower case. */
  key: string;
  /** Ctrl is Cmd on a Mac. */
  held?: "ctrl" | "alt";
};

const anyDigit = "0–9";

/** Every shortcut. The handlers, the list under `?` and the hints in menus all read these keys. */
export const shortcuts = {
  palette: { key: "k", held: "ctrl" },
  search: { key: "/" },
  number: { key: anyDigit },
  add: { key: "n" },
  help: { key: "?" },
  toasts: { key: "t", held: "alt" },
  consultation: { key: "c" },
  prescription: { key: "r" },
  book: { key: "b" },
  edit: { key: "e" },
  callNext: { key: "l" },
  walkIn: { key: "w" },
  next: { key: "j" },
  previous: { key: "k" },
  open: { key: "enter" },
  save: { key: "enter", held: "ctrl" },
  close: { key: "escape" },
  template: { key: "n", held: "alt" },
  copyLast: { key: "c", held: "alt" },
  favourites: { key: "f", held: "alt" },
  repeat: { key: "r", held: "alt" },
  medicine: { key: "m", held: "alt" },
  discountId: { key: "i", held: "alt" },
  payment: { key: "p", held: "alt" },
  print: { key: "p", held: "ctrl" },
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
