import { afterEach, expect, test } from "vitest";
import { isTooOld, sayIfOld } from "./old-browser.ts";

afterEach(() => document.body.replaceChildren());

test("a current browser is told nothing", () => {
  sayIfOld();
  expect(document.body.textContent).toBe("");
});

test.each([
  [Array.prototype, "toSorted"],
  [Object, "hasOwn"],
] as const)("an older one, without %o.%s, says which it needs", (owner, name) => {
  const was = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Reflect.deleteProperty(owner, name);
  try {
    sayIfOld();
    expect(isTooOld()).toBe(true);
  } finally {
    Object.defineProperty(owner, name, was);
  }
  const said = document.querySelector("[role=alert]")?.textContent;
  expect(said).toMatch(
    /^Klinika needs a newer browser: Chrome or Edge 111, Firefox 128, Safari 16\.4, or later\./,
  );
});
