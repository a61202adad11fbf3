import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  clinicStandingChanges,
  handleMessage,
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
  setClinicStatus,
  setClinicSubscription,
} from "#features/platform/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { type ConsoleTab, PlatformConsole } from "./PlatformConsole.tsx";
import { aPlatformClinic, aPlatformMessage, aPlatformUser, platformFigures } from "./testing-platform.ts";

const onShowClinic = vi.fn();
const total = (count: number) => ({ "x-total-count": String(count) });

const show = (tab: ConsoleTab, answers: FakeAnswer[] = []) =>
  renderScreen(<PlatformConsole tab={tab} onTab={() => undefined} onShowClinic={onShowClinic} />, {
    answers: [
      reply(platformStats, platformFigures()),
      reply(platformClinics, [aPlatformClinic()], total(1)),
      reply(platformUsers, [aPlatformUser()], total(1)),
      reply(platformMessages, [aPlatformMessage()], total(1)),
      ...answers,
    ],
  });

const card = async (name = "Peñaflor Heart Clinic") => within(await screen.findByRole("listitem", { name }));
const standing = (changed: Partial<ReturnType<typeof aPlatformClinic>>) => {
  const { id, isActive, subscriptionStatus, trialEndsAt } = aPlatformClinic(changed);
  return { id, isActive, subscriptionStatus, trialEndsAt };
};

it("is named by its tab and shows that it updates live", async () => {
  show("clinics");
  expect(await screen.findByRole("heading", { level: 1, name: "Clinic Management" })).toBeTruthy();
  expect(screen.getByText("Live Monitoring")).toBeTruthy();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Clinic Management",
    "User Overview",
    "Analytics",
    "Contact & Upgrade Requests",
  ]);
  expect(await screen.findByText(/^Updated .*, every 60 seconds$/)).toBeTruthy();
  expect(await screen.findByRole("tab", { name: /Requests ?1$/ })).toBeTruthy();
});

it.each([
  ["the figures", refuse(platformStats, "internal", "")],
  ["the open tab", refuse(platformClinics, "internal", "")],
])("does not call itself live while %s cannot be read", async (_, failure) => {
  renderScreen(
    <PlatformConsole tab="clinics" hasFigures onTab={() => undefined} onShowClinic={onShowClinic} />,
    {
      answers: [
        reply(platformStats, platformFigures()),
        reply(platformClinics, [aPlatformClinic()], total(1)),
        reply(platformUsers, [aPlatformUser()], total(1)),
        reply(platformMessages, [aPlatformMessage()], total(1)),
        failure,
      ],
    },
  );
  expect(await screen.findByText("Not up to date")).toBeTruthy();
  expect(screen.queryByText("Live Monitoring")).toBeNull();
});

it("a clinic's card has owner, counts, revenue and registration day in Manila", async () => {
  show("clinics");
  const { getByText, getByRole } = await card();
  for (const [label, value] of [
    ["Users", "5"],
    ["Patients", "1,204"],
    ["Monthly fee", "₱1,299.50"],
    ["Created", "Mar 4, 2026"],
  ] as const)
    expect(getByText(label).parentElement?.textContent).toBe(`${label}${value}`);
  expect(getByText("Rafael Peñaflor · rafael@penaflorheart.ph")).toBeTruthy();
  expect(getByRole("switch").getAttribute("aria-checked")).toBe("true");
  expect(
    within(getByRole("combobox"))
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Trial", "Active", "Expired", "Suspended"]);
});

it("deactivates only after a confirmation, and reports the result", async () => {
  const { hand, sent } = show("clinics", [reply(setClinicStatus, standing({ isActive: false }))]);
  const { getByRole } = await card();
  await hand.click(getByRole("switch"));
  const question = await screen.findByRole("alertdialog", { name: "Deactivate Peñaflor Heart Clinic?" });
  await hand.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(sent(setClinicStatus)).toEqual([]);
  await hand.click(getByRole("switch"));
  await hand.click(await screen.findByRole("button", { name: "Deactivate" }));
  expect(await screen.findByText("Clinic Status Updated")).toBeTruthy();
  expect(sent(setClinicStatus)[0]).toMatchObject({ params: { id: "1001" }, body: { isActive: false } });
});

it("activates at once, and reverts when the server refuses", async () => {
  const { hand } = show("clinics", [
    reply(platformClinics, [aPlatformClinic({ isActive: false })], total(1)),
    refuse(setClinicStatus, "internal", ""),
  ]);
  const { getByRole } = await card();
  await hand.click(getByRole("switch"));
  expect(await screen.findByText("Failed to update clinic status")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await waitFor(() => expect(getByRole("switch").getAttribute("aria-checked")).toBe("false"));
});

it("sets the subscription at once, with Undo", async () => {
  const { hand, sent, answer } = show("clinics", [
    reply(setClinicSubscription, ({ body }) =>
      standing({ ...(body as object), trialEndsAt: "2026-12-20T02:42:00Z" }),
    ),
  ]);
  const { getByRole } = await card();
  answer(reply(platformClinics, [aPlatformClinic({ subscriptionStatus: "trial" })], total(1)));
  await hand.selectOptions(getByRole("combobox"), "Trial");
  expect(await screen.findByText("Subscription Updated")).toBeTruthy();
  expect(screen.getByText("Peñaflor Heart Clinic: Trial until Dec 20, 2026.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent(setClinicSubscription).map(({ body }) => body)).toEqual([
      { subscriptionStatus: "trial" },
      { subscriptionStatus: "active" },
    ]),
  );
});

it("reports when the subscription could not be set", async () => {
  const { hand } = show("clinics", [refuse(setClinicSubscription, "internal", "")]);
  const { getByRole } = await card();
  await hand.selectOptions(getByRole("combobox"), "Suspended");
  expect(await screen.findByText("Failed to update subscription")).toBeTruthy();
  await waitFor(() => expect((getByRole("combobox") as HTMLSelectElement).value).toBe("active"));
});

it("searches and filters on the server, kept in the URL, with an empty state", async () => {
  const { hand, sent, address } = show("clinics", [reply(platformClinics, [], total(0))]);
  await hand.type(await screen.findByRole("searchbox", { name: "Search clinics" }), "heart");
  await hand.selectOptions(screen.getByRole("combobox", { name: "Subscription status" }), "Expired");
  await waitFor(() => expect(address()).toBe("/?status=expired&search=heart"));
  await waitFor(() =>
    expect(sent(platformClinics).at(-1)?.query).toEqual({ search: "heart", status: "expired", limit: "25" }),
  );
  expect(await screen.findByText("No clinics found")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Clear Search and Filter" }));
  await waitFor(() => expect(address()).toBe("/"));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
});

it("loads more than one page of clinics", async () => {
  const { hand, sent, answer } = show("clinics", [
    reply(platformClinics, [aPlatformClinic()], { ...total(2), "x-next-cursor": "abc" }),
  ]);
  await card();
  answer(reply(platformClinics, [aPlatformClinic({ id: 1000, name: "Bohol Family Medicine" })]));
  await hand.click(screen.getByRole("button", { name: "Load More" }));
  await card("Bohol Family Medicine");
  expect(sent(platformClinics).at(-1)?.query).toMatchObject({ cursor: "abc" });
  expect(sent(platformClinics).at(-1)?.headers.get("x-klinika-poll")).toBeNull();
});

it.each([
  ["clinics", platformClinics, "Failed to load clinics", "Peñaflor Heart Clinic"],
  ["users", platformUsers, "Failed to load users", "Marites Bañez"],
  ["analytics", platformStats, "Failed to load the figures", "Platform Health"],
  ["requests", platformMessages, "Failed to load requests", "Moving from paper"],
] as const)("%s that cannot be loaded can be tried again", async (tab, endpoint, words, then) => {
  const { hand, answer } = show(tab, [refuse(endpoint, "internal", "")]);
  await screen.findByText(words);
  const good = {
    clinics: reply(platformClinics, [aPlatformClinic()]),
    users: reply(platformUsers, [aPlatformUser()]),
    analytics: reply(platformStats, platformFigures()),
    requests: reply(platformMessages, [aPlatformMessage()]),
  };
  answer(good[tab]);
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect((await screen.findAllByText(then)).length).toBeGreaterThan(0);
});

it("shows a skeleton while clinics load", async () => {
  show("clinics", [reply(platformClinics, () => new Promise(() => undefined))]);
  expect(await screen.findByText("Loading clinics...")).toBeTruthy();
});

it("lists users with role, clinic and whether they are active", async () => {
  show("users", [
    reply(platformUsers, [
      aPlatformUser({ isActive: false }),
      aPlatformUser({
        id: 1,
        firstName: "",
        lastName: "",
        email: "admin@klinika.ph",
        role: "admin",
        clinicId: null,
      }),
    ]),
  ]);
  const rows = (await screen.findAllByRole("row")).slice(1).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "Marites Bañezmarites@penaflorheart.phSecretary1001 Peñaflor Heart ClinicInactive",
    "admin@klinika.phadmin@klinika.phSystem AdminNo clinicActive",
  ]);
});

it.each([
  [{ paidClinics: 2, totalClinics: 3 }, "67%"],
  [{ paidClinics: 0, totalClinics: 0 }, "0%"],
])("tells subscriptions and health, the conversion rate rounded: %o", async (figures, rate) => {
  show("analytics", [reply(platformStats, platformFigures(figures))]);
  const shown = async (name: string) =>
    within(await screen.findByRole("region", { name }))
      .getAllByRole("term")
      .map((term) => term.parentElement?.textContent);
  const { paidClinics, totalClinics } = figures;
  expect(await shown("Subscription Breakdown")).toEqual([
    "Trial Clinics1",
    `Paying Clinics${paidClinics}`,
    "Active Clinics2",
    "Total Revenue₱2,299.50a month",
  ]);
  expect(await shown("Platform Health")).toEqual([
    `Total Clinics${totalClinics}`,
    "Total Users18",
    "Total Patients1,998",
    `Conversion Rate${rate}paying of all clinics`,
  ]);
});

it("a handled message leaves the list at once, and Undo restores it", async () => {
  const { hand, sent, answer } = show("requests", [
    reply(handleMessage, ({ body }) => ({ id: 1003, isHandled: (body as { isHandled: boolean }).isHandled })),
  ]);
  const button = await screen.findByRole("button", { name: "Mark as Handled: Moving from paper" });
  answer(reply(platformMessages, [], total(0)));
  await hand.click(button);
  expect(await screen.findByText("No requests waiting")).toBeTruthy();
  answer(reply(platformMessages, [aPlatformMessage()], total(1)));
  await hand.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("listitem", { name: "Moving from paper" })).toBeTruthy();
  expect(sent(handleMessage).map(({ body }) => body)).toEqual([{ isHandled: true }, { isHandled: false }]);
});

it("a message that could not be marked returns", async () => {
  const { hand } = show("requests", [refuse(handleMessage, "internal", "")]);
  await hand.click(await screen.findByRole("button", { name: /^Mark as Handled/ }));
  expect(await screen.findByText("Failed to update the request")).toBeTruthy();
  expect(await screen.findByRole("listitem", { name: "Moving from paper" })).toBeTruthy();
});

it("an upgrade request links to its clinic; a long message expands on request", async () => {
  const long = `${"a".repeat(420)} the end`;
  const { hand } = show("requests", [
    reply(platformMessages, [
      aPlatformMessage({ kind: "upgrade", clinicId: 1001, subject: "Upgrade to Full Plan", message: long }),
    ]),
  ]);
  const row = await card("Upgrade to Full Plan");
  expect(row.getByText("Upgrade request")).toBeTruthy();
  expect(row.queryByText(/the end/)).toBeNull();
  await hand.click(row.getByRole("button", { name: "Show all" }));
  expect(row.getByText(/the end/)).toBeTruthy();
  await hand.click(row.getByRole("button", { name: "Show Clinic: Reyes Clinic" }));
  expect(onShowClinic).toHaveBeenCalledWith("ana@reyes.test");
});

it("polls without keeping the session alive", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = show("analytics");
  await screen.findByText("Platform Health");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent(platformStats)).toHaveLength(2);
  expect(sent(platformMessages)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent(platformMessages)).toHaveLength(2);
  for (const endpoint of [platformStats, platformMessages])
    expect(sent(endpoint).map(({ headers }) => headers.get("x-klinika-poll"))).toEqual([
      null,
      ...sent(endpoint)
        .slice(1)
        .map(() => "1"),
    ]);
  vi.useRealTimers();
});

it("says who changed a clinic's standing, when, and from what to what", async () => {
  const { hand, sent } = show("clinics", [
    reply(clinicStandingChanges, [
      {
        id: 2,
        changedAt: "2026-11-20T02:42:00Z",
        adminName: "System Admin",
        what: "subscriptionStatus",
        was: "expired",
        isNow: "active",
      },
      {
        id: 1,
        changedAt: "2026-11-19T02:42:00Z",
        adminName: "System Admin",
        what: "isActive",
        was: "active",
        isNow: "inactive",
      },
    ]),
  ]);
  await hand.click((await card()).getByRole("button", { name: "Status history of Peñaflor Heart Clinic" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Status history" }));
  const list = within(await dialog.findByRole("list", { name: "Status history" }));
  expect(list.getAllByText(/by System Admin/).map((said) => said.closest("li")?.textContent)).toEqual([
    "Nov 20, 2026, 10:42 AMSubscription changed by System AdminStatus: Expired → changed to Active",
    "Nov 19, 2026, 10:42 AMClinic deactivated by System Admin",
  ]);
  expect(sent(clinicStandingChanges)[0]?.params).toEqual({ id: "1001" });
});
