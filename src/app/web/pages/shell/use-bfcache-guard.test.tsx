import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearAllStorage, storeSignIn } from "#web/storage-keys.ts";
import { useBfcacheGuard } from "./use-bfcache-guard.ts";

const show = () =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true, isPageTransition: true }));
const hide = () => window.dispatchEvent(new Event("pagehide"));

test("a page in the bfcache is restored as it was; after the sign-out it is hidden, and reloaded", () => {
  const reload = vi.fn();
  storeSignIn("owner@example.ph", "token-1");
  const { unmount } = renderHook(() => useBfcacheGuard(true, reload));
  hide();
  show();
  expect(document.body.hidden).toBe(false);
  expect(reload).not.toHaveBeenCalled();

  clearAllStorage();
  hide();
  expect(document.body.hidden).toBe(true);
  show();
  expect(reload).toHaveBeenCalledOnce();
  unmount();
  document.body.hidden = false;
});
