import { afterEach, expect, test } from "vitest";
import { isPressed, keysOf, shortcuts, turnShortcuts } from "./shortcuts.ts";

const key = (of: string, held: Partial<KeyboardEvent> = {}) =>
  new KeyboardEvent("keydown", { key: of, ...held });

afterEach(() => turnShortcuts(true));

test("a key matches a shortcut only with exactly its modifiers", () => {
  expect(isPressed(key("n"), "add")).toBe(true);
  expect(isPressed(key("N", { shiftKey: true }), "add")).toBe(true);
  expect(isPressed(key("n", { ctrlKey: true }), "add")).toBe(false);
  expect(isPressed(key("k", { ctrlKey: true }), "palette")).toBe(true);
  expect(isPressed(key("k", { metaKey: true }), "palette")).toBe(true);
  expect(isPressed(key("k"), "palette")).toBe(false);
  // As a Mac writes Alt+R.
  expect(isPressed(key("®", { altKey: true, code: "KeyR" }), "repeat")).toBe(true);
});

test("turned off, single characters do nothing, and the browser handles them", () => {
  turnShortcuts(false);
  for (const id of ["add", "search", "help", "next", "prescription"] as const)
    expect(isPressed(key(shortcuts[id].key), id)).toBe(false);
  expect(isPressed(key("Enter"), "open")).toBe(true);
  expect(isPressed(key("Enter", { ctrlKey: true }), "save")).toBe(true);
  expect({ ...localStorage }).toEqual({ keyboardShortcuts: "off" });
  turnShortcuts(true);
  expect(isPressed(key("n"), "add")).toBe(true);
  expect(localStorage).toHaveLength(0);
});

test("shortcuts are unique", () => {
  const all = Object.keys(shortcuts).map((id) => keysOf(id as keyof typeof shortcuts).join("+"));
  expect(new Set(all).size).toBe(all.length);
});
