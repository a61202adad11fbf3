import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { notify } from "./notify.ts";
import { Toaster } from "./Toaster.tsx";

const watched = new Map<Element, () => void>();
class Sizes {
  readonly onResize: () => void;
  constructor(onResize: () => void) {
    this.onResize = onResize;
  }
  observe(element: Element) {
    watched.set(element, this.onResize);
  }
  unobserve() {}
  disconnect() {
    watched.clear();
  }
}

beforeAll(async () => {
  // jsdom has no pointer capture, which the toasts' swipe gesture needs.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  // Nor does it measure: the tests change sizes by hand.
  vi.stubGlobal("ResizeObserver", Sizes);
  await import("./ToastStack.tsx");
});
afterEach(cleanup);

test("Undo reverts the action, once, and the toast's end is not reported then", async () => {
  render(<Toaster />);
  const [undo, onEnd] = [vi.fn(), vi.fn()];
  notify({ title: "Patient Archived", description: "Yap, Katrina Isabel Lim", undo, onEnd });
  await userEvent.setup().click(await screen.findByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Patient Archived")).toBeNull());
  expect(onEnd).not.toHaveBeenCalled();
});

test("after Undo the focus is where it was, or on the page if that is gone", async () => {
  render(
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Call Next</button>
      </main>
      <Toaster />
    </>,
  );
  const hand = userEvent.setup();
  const before = screen.getByRole("button", { name: "Call Next" });
  before.focus();
  notify({ title: "With doctor", undo: () => undefined });
  await hand.click(await screen.findByRole("button", { name: "Undo" }));
  expect(document.activeElement).toBe(before);
  notify({ title: "For payment", undo: () => before.remove() });
  await screen.findByText("For payment");
  await hand.click(await screen.findByRole("button", { name: "Undo" }));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a newer toast replaces the older one, which has then ended", async () => {
  render(<Toaster />);
  const onEnd = vi.fn();
  notify({ title: "Notification dismissed", undo: () => undefined, onEnd });
  await screen.findByText("Notification dismissed");
  notify({ title: "Task Created" });
  await screen.findByText("Task Created");
  expect(onEnd).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Notification dismissed")).toBeNull());
});

test("what must be seen comes back after a newer toast, for the rest of its time", async () => {
  render(<Toaster />);
  const hand = userEvent.setup();
  const dismiss = async (title: string) => {
    await waitFor(() =>
      expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual([title]),
    );
    await hand.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  };
  let saved: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    saved = resolve;
  });
  notify({ kind: "warning", title: "This device's clock is wrong", duration: 30_000 });
  await screen.findByText("This device's clock is wrong");
  notify({ kind: "info", title: "Still saving…", until });
  await screen.findByText("Still saving…");
  notify({ title: "Login Successful" });
  await waitFor(() => expect(screen.queryByText("Still saving…")).toBeNull());
  saved();
  await until;
  await dismiss("Login Successful");
  await dismiss("This device's clock is wrong");
  notify({ title: "Task Created" });
  await dismiss("Task Created");
  expect(screen.queryByRole("status")).toBeNull();
});

test("a toast stays for five seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  render(<Toaster />);
  notify({ title: "Settings Updated" });
  await screen.findByText("Settings Updated");
  await vi.advanceTimersByTimeAsync(4500);
  expect(screen.getByText("Settings Updated")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(screen.queryByText("Settings Updated")).toBeNull(), { timeout: 300 });
});

test("a failure is an alert", async () => {
  render(<Toaster />);
  notify({ kind: "error", title: "Error", description: "Failed to Send Referral" });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to Send Referral");
});

test("a toast does not cover the buttons of an open dialog", async () => {
  const [dialog, foot] = [document.createElement("div"), document.createElement("div")];
  dialog.setAttribute("role", "alertdialog");
  foot.dataset.dialogFoot = "";
  let at = window.innerHeight - 60;
  foot.getBoundingClientRect = () => new DOMRect(0, at, 300, 60);
  dialog.append(foot);
  document.body.append(dialog);
  render(<Toaster />);
  notify({ title: "Prescription saved successfully" });
  await screen.findByText("Prescription saved successfully");
  const room = () => document.documentElement.style.getPropertyValue("--toast-room");
  expect(room()).toBe("72px");
  // In the middle of the window it is out of reach, until the dialog grows.
  at = window.innerHeight - 300;
  watched.get(dialog)?.();
  expect(room()).toBe("0px");
  at = window.innerHeight - 180;
  watched.get(dialog)?.();
  expect(room()).toBe("192px");
  dialog.remove();
  await waitFor(() => expect(room()).toBe("0px"));
});
