import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { homeOf } from "#web/home-of-role.ts";
import { aUser, refuse, renderScreen, reply } from "#web/testing.tsx";
import { elsewhere, WithUser } from "./WithUser.tsx";

const clinicRoles = ["owner", "doctor", "staff", "secretary"] as const;

test("each role has its own page after signing in", () => {
  expect(homeOf("admin")).toBe("/admin");
  expect(homeOf("staff")).toBe("/staff-dashboard");
  expect(homeOf("secretary")).toBe("/staff-dashboard");
  expect(homeOf("owner")).toBe("/dashboard");
  expect(homeOf("doctor")).toBe("/dashboard");
  expect(homeOf("secretary", true)).toBe("/secretary-access");
  expect(homeOf("staff", true)).toBe("/staff-access");
});

test.each([
  { role: "owner", allowed: ["owner"], to: null },
  { role: "admin", allowed: ["owner"], to: "/admin" },
  { role: "doctor", allowed: ["owner"], to: "/dashboard" },
  { role: "staff", allowed: ["owner"], to: "/staff-dashboard" },
  { role: "secretary", allowed: ["owner"], to: "/staff-dashboard" },
  { role: "owner", allowed: ["staff", "secretary"], to: "/dashboard" },
  { role: "admin", allowed: clinicRoles, to: "/admin" },
  { role: "secretary", allowed: clinicRoles, to: null },
  { role: "owner", allowed: ["admin"], to: "/dashboard" },
] as const)("$role at a page of $allowed goes to $to", ({ role, allowed, to }) => {
  expect(elsewhere(aUser({ role }), allowed)).toBe(to);
});

test("staff mode has the staff's pages and its panel, and none of the owner's", () => {
  const user = aUser({ role: "secretary", isStaffMode: true });
  expect(elsewhere(user, clinicRoles)).toBeNull();
  expect(elsewhere(user, ["owner", "staff-mode"])).toBeNull();
  expect(elsewhere(user, ["owner"])).toBe("/secretary-access");
  expect(elsewhere(aUser({ role: "secretary" }), ["owner", "staff-mode"])).toBe("/staff-dashboard");
});

test("a temporary password always leads to its change", () => {
  expect(elsewhere(aUser({ role: "secretary", passwordChanged: false }), clinicRoles)).toBe(
    "/change-password",
  );
});

const page = (
  <WithUser allowed={["owner"]} otherwise={<p>The auth page</p>}>
    {(user) => <p>Dashboard of {user.email}</p>}
  </WithUser>
);

test("while the current user loads there is a spinner, then the page", async () => {
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { queries } = renderScreen(page, { answers: [reply(currentUser, () => held.then(() => aUser()))] });
  await screen.findByText("Dashboard of owner@example.ph");
  void queries.resetQueries();
  expect(await screen.findByText("Loading...")).toBeTruthy();
  answer?.();
  expect(await screen.findByText("Dashboard of owner@example.ph")).toBeTruthy();
});

test("with no user the auth page shows", async () => {
  const { queries } = renderScreen(page, {
    answers: [refuse(currentUser, "not_signed_in", "Please log in to continue.")],
  });
  await screen.findByText(/Dashboard of/);
  void queries.resetQueries();
  expect(await screen.findByText("The auth page")).toBeTruthy();
});

test("when the server fails it says so and retries on request", async () => {
  const message = "Klinika can't reach its database right now. Please try again in a moment.";
  const { queries, hand, answer } = renderScreen(page, {
    answers: [refuse(currentUser, "database_unavailable", message)],
  });
  await screen.findByText(/Dashboard of/);
  void queries.resetQueries();
  expect(await screen.findByText("Klinika cannot be opened right now")).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  answer(reply(currentUser, aUser()));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText(/Dashboard of/)).toBeTruthy();
});
