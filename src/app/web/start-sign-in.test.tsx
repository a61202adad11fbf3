import { act, screen } from "@testing-library/react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { setSessionState } from "#web/data/session-state.ts";
import { storeSuspension } from "#web/storage-keys.ts";
import { startSignIn } from "./start-sign-in.tsx";
import "#web/testing.tsx";

let root: Root | undefined;

/** What a signed-out user sees at a URL, without the application's router and data layer. */
async function visit(address: string) {
  history.replaceState(null, "", address);
  const element = document.body.appendChild(document.createElement("div"));
  await act(async () => {
    root = createRoot(element);
    startSignIn(root);
  });
}

afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  setSessionState({ suspension: null });
  history.replaceState(null, "", "/");
});

test.each([
  { address: "/dashboard", title: "Login" },
  { address: "/dashboard?tab=sign-up", title: "Sign Up" },
  { address: "/token-login", title: "Login" },
  { address: "/admin-login", title: "Admin Login" },
  { address: "/staff-login", title: "Staff Access" },
  { address: "/privacy", title: "Privacy" },
  { address: "/nothing-here", title: "Page Not Found" },
])("a stranger at $address sees $title", async ({ address, title }) => {
  await visit(address);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(title);
});

test("a page that needs a user sends a signed-out one to the sign-in page", async () => {
  await visit("/patients?q=dela+cruz");
  expect(screen.getByRole("tab", { name: "Login" })).toBeTruthy();
  expect(location.pathname + location.search).toBe("/dashboard");
});

test("stored suspension info shows the modal over the sign-in page too", async () => {
  storeSuspension({ name: "Peñaflor Heart Clinic", subscriptionStatus: "expired", isActive: true });
  await visit("/dashboard");
  expect(await screen.findByRole("alertdialog", { name: "Subscription Expired" })).toBeTruthy();
});
