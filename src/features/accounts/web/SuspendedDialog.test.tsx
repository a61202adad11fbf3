import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import "#web/testing.tsx";
import { SuspendedDialog } from "./SuspendedDialog.tsx";

const clinic = { name: "Peñaflor Heart Clinic", subscriptionStatus: "active", isActive: true };

const open = (change: Partial<typeof clinic>) => {
  const actions = { onUpdate: vi.fn(), onSignOut: vi.fn() };
  render(<SuspendedDialog clinic={{ ...clinic, ...change }} {...actions} />);
  return actions;
};

afterEach(() => document.head.replaceChildren());

test.each([
  {
    state: { isActive: false, subscriptionStatus: "suspended" },
    title: "Account Deactivated",
    badge: "Deactivated",
    text: /^Your clinic account has been deactivated\. Please contact our support team to reactivate your account\.$/,
  },
  {
    state: { subscriptionStatus: "suspended" },
    title: "Account Suspended",
    badge: "Suspended",
    text: /suspended due to payment issues\. Please update your payment method/,
  },
  {
    state: { subscriptionStatus: "expired" },
    title: "Subscription Expired",
    badge: "Expired",
    text: /Please renew to access patient data/,
  },
  {
    state: { subscriptionStatus: "something else" },
    title: "Access Restricted",
    badge: "Restricted",
    text: /restricted/,
  },
])("$title", ({ state, title, badge, text }) => {
  open(state);
  const dialog = screen.getByRole("alertdialog", { name: title });
  expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(dialog.textContent).toContain("Peñaflor Heart Clinic");
});

test("shows whom to call, as this installation configures it", () => {
  document.head.innerHTML =
    '<meta name="support-phone" content="+63 32 555 0170"><meta name="support-email" content="support@klinika.example">';
  open({});
  expect(screen.getByRole("link", { name: "+63 32 555 0170" }).getAttribute("href")).toBe("tel:+63325550170");
  expect(screen.getByRole("link", { name: "support@klinika.example" }).getAttribute("href")).toBe(
    "mailto:support@klinika.example",
  );
});

test("only its two buttons close it", async () => {
  const hand = userEvent.setup();
  const { onUpdate, onSignOut } = open({});
  await hand.keyboard("{Escape}");
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Update Account & Payment",
    "Sign Out",
  ]);
  await hand.click(screen.getByRole("button", { name: "Update Account & Payment" }));
  await hand.click(screen.getByRole("button", { name: "Sign Out" }));
  expect(onUpdate).toHaveBeenCalledOnce();
  expect(onSignOut).toHaveBeenCalledOnce();
});
