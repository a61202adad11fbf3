import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  dismissNotification,
  type Notification,
  notifications,
  readAllNotifications,
  readNotification,
} from "#features/notifications/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { NotificationBell } from "./NotificationBell.tsx";

beforeAll(async () => {
  await import("#web/ui/overlays/ToastStack.tsx");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const aNotification = (changed: Partial<Notification> = {}): Notification => ({
  id: 71,
  type: "info",
  title: "Referral received",
  message: "Dela Peña, Consuelo Rivera, referred by Mactan Women's Clinic",
  timestamp: "2026-11-20T02:12:00Z",
  read: false,
  actionType: "referral",
  actionData: { referralId: 51 },
  ...changed,
});
const prescription = aNotification({ id: 72, type: "warning", title: "Prescription awaiting release" });
const seen = aNotification({ id: 73, title: "Follow-up due today", read: true });

const show = (...answers: FakeAnswer[]) => {
  const opened = vi.fn();
  const targetOf = vi.fn(async ({ id }: Notification) => (id === 73 ? null : () => opened(id)));
  return { opened, ...renderScreen(<NotificationBell targetOf={targetOf} />, { answers }) };
};
const bell = (name: string | RegExp) => screen.findByRole("button", { name });
const rows = () => within(screen.getByRole("list", { name: "Notifications" })).getAllByRole("listitem");
const three = reply(notifications, [aNotification(), prescription, seen]);

it("counts unread ones, and shows 99+ above 99", async () => {
  const many = Array.from({ length: 100 }, (_, n) => aNotification({ id: n + 1 }));
  show(reply(notifications, many));
  expect((await bell("Notifications, 100 unread")).textContent).toBe("99+");
});

it("shows no count when all is read", async () => {
  const { hand } = show(reply(notifications, [seen]));
  await hand.click(await bell("Notifications"));
  expect((await screen.findByRole("dialog", { name: "Notifications" })).textContent).toContain("30m ago");
  expect(screen.queryByRole("button", { name: "Mark all read" })).toBeNull();
});

it.each([
  ["there is none", reply(notifications, [])],
  ["they could not be read", refuse(notifications, "internal", "")],
])("says No notifications when %s", async (_, answer) => {
  const { hand } = show(answer);
  await hand.click(await bell("Notifications"));
  expect(await screen.findByText("No notifications")).toBeTruthy();
});

it("shows type, title, message and time, and labels unread ones", async () => {
  const { hand } = show(three);
  await hand.click(await bell("Notifications, 2 unread"));
  await screen.findByRole("dialog", { name: "Notifications" });
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    `Unread: Referral received${aNotification().message}30m ago`,
    `Unread: Prescription awaiting release${prescription.message}30m ago`,
    `Follow-up due today${seen.message}30m ago`,
  ]);
});

it("a press marks it as read at once and opens its target; the list closes", async () => {
  const { hand, sent, answer, opened } = show(three);
  await hand.click(await bell("Notifications, 2 unread"));
  const read = aNotification({ read: true });
  answer(reply(readNotification, read), reply(notifications, [read, prescription, seen]));
  await hand.click(await screen.findByRole("button", { name: /^Unread:\s*Referral received/ }));
  expect(await bell("Notifications, 1 unread")).toBeTruthy();
  await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith(71));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(readNotification).map(({ params }) => params)).toEqual([{ id: "71" }]);
});

it("one without a target leaves the list open, and is marked as read once", async () => {
  const { hand, sent, opened } = show(three);
  await hand.click(await bell("Notifications, 2 unread"));
  await hand.click(await screen.findByRole("button", { name: /^Follow-up due today/ }));
  expect(screen.getByRole("dialog", { name: "Notifications" })).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
  expect(sent(readNotification)).toEqual([]);
});

it("Mark all read clears the count at once; a failure restores it with a message", async () => {
  const { hand, answer, sent } = show(three, refuse(readAllNotifications, "internal", "", {}));
  await hand.click(await bell("Notifications, 2 unread"));
  await hand.click(await screen.findByRole("button", { name: "Mark all read" }));
  expect(await screen.findByText("Failed to mark notifications as read")).toBeTruthy();
  expect(await bell("Notifications, 2 unread")).toBeTruthy();
  answer(reply(readAllNotifications, { read: 2 }), reply(notifications, [seen]));
  await hand.click(await screen.findByRole("button", { name: "Mark all read" }));
  expect(await bell("Notifications")).toBeTruthy();
  // A later one, which the list does not show yet, stays unread.
  expect(sent(readAllNotifications)).toMatchObject([{ body: { upTo: 73 } }, { body: { upTo: 73 } }]);
});

it("a dismissed one disappears at once; Undo restores it and nothing is sent", async () => {
  const { hand, sent } = show(three);
  await hand.click(await bell("Notifications, 2 unread"));
  await hand.click(await screen.findByRole("button", { name: "Dismiss Referral received" }));
  expect(await bell("Notifications, 1 unread")).toBeTruthy();
  expect(rows()).toHaveLength(2);
  expect(document.activeElement?.textContent).toContain("Prescription awaiting release");
  await hand.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await bell("Notifications, 2 unread")).toBeTruthy();
  expect(rows()).toHaveLength(3);
  notify({ title: "Settings Updated" });
  await screen.findByText("Settings Updated");
  expect(sent(dismissNotification)).toEqual([]);
});

it("a dismissal is sent when its toast ends, once", async () => {
  const { hand, sent } = show(three, reply(dismissNotification, { id: 71 }));
  await hand.click(await bell("Notifications, 2 unread"));
  await hand.click(await screen.findByRole("button", { name: "Dismiss Referral received" }));
  await screen.findByText("Notification dismissed");
  expect(sent(dismissNotification)).toEqual([]);
  notify({ title: "Settings Updated" });
  await waitFor(() => expect(sent(dismissNotification).map(({ params }) => params)).toEqual([{ id: "71" }]));
  expect(rows()).toHaveLength(2);
});

it.each([
  ["that failed brings it back and says so", "internal", 3],
  ["of what is gone already is done", "not_found", 2],
] as const)("a dismissal %s", async (_, code, left) => {
  const { hand, sent } = show(three, refuse(dismissNotification, code, ""));
  await hand.click(await bell("Notifications, 2 unread"));
  await hand.click(await screen.findByRole("button", { name: "Dismiss Referral received" }));
  await screen.findByText("Notification dismissed");
  notify({ title: "Settings Updated" });
  await waitFor(() => expect(sent(dismissNotification)).toHaveLength(1));
  if (left === 3) expect(await screen.findByText("Failed to dismiss notification")).toBeTruthy();
  expect(rows()).toHaveLength(left);
});

it("Esc closes and returns the focus to the bell", async () => {
  const { hand } = show(three);
  await hand.click(await bell("Notifications, 2 unread"));
  await screen.findByRole("dialog", { name: "Notifications" });
  await hand.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() =>
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Notifications, 2 unread"),
  );
  await hand.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Notifications" })).toBeTruthy();
});
