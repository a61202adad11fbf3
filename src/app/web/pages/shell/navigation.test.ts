import { expect, test } from "vitest";
import { can, type Permission, type Role } from "#shared/permissions.ts";
import { menuOf, type PagePath } from "./navigation.tsx";

const menu = (role: Role, permissions: Permission[] = [], isStaffMode = false) =>
  menuOf({ role, isStaffMode }, ({ access }) =>
    can({ role, permissions, clinicId: role === "admin" ? null : 1 }, access),
  );
const labels = (of: ReturnType<typeof menu>) =>
  [...of.groups, of.foot].map((group) => group.map(({ label }) => label).join(", "));
const foot = "Settings, Account Security";

test("the owner has every page, in three groups", () => {
  expect(labels(menu("owner"))).toEqual([
    "Dashboard, Patients, Consults, Calendar",
    "Task Management, Shared with Me",
    "Admissions, Payments, Reports, Staff, Archive",
    foot,
  ]);
  expect(menu("owner").more.map(({ label }) => label)).toEqual([
    "Merge Patients",
    "Staff Access",
    "Change password",
    "Privacy",
  ]);
});

test("a doctor has the owner's without what is the owner's alone", () => {
  expect(labels(menu("doctor"))).toEqual([
    "Dashboard, Patients, Consults, Calendar",
    "Task Management, Shared with Me",
    "Admissions, Payments, Reports, Archive",
    "My Practice, Account Security",
  ]);
  expect(menu("doctor").more.map(({ label }) => label)).toEqual([
    "Staff Access",
    "Change password",
    "Privacy",
  ]);
});

test.each([
  [["view_patients"], ["Dashboard, Patients, Today's Consults, Calendar", "Task Management", foot]],
  [
    ["view_patients", "take_payments", "view_reports"],
    [
      "Dashboard, Patients, Today's Consults, Calendar",
      "Task Management",
      "Admissions, Payments, Reports",
      foot,
    ],
  ],
  [["add_patients"], ["Dashboard, Patients", "Task Management", foot]],
  [[], ["Dashboard", "Task Management", foot]],
] satisfies [Permission[], string[]][])(
  "staff with %j have of these what the rights allow",
  (rights, expected) => {
    expect(labels(menu("staff", rights))).toEqual(expected);
    expect(labels(menu("secretary", rights))).toEqual(expected);
    expect(labels(menu("secretary", rights, true))).toEqual(expected);
  },
);

test("the administrator has the console", () => {
  expect(labels(menu("admin"))).toEqual(["Admin Dashboard, Clinics, Users, Reports", "Account Security"]);
});

test("a count of nothing is not shown", () => {
  const counts: Partial<Record<PagePath, number>> = { "/consults": 5, "/tasks": 0 };
  const { groups } = menuOf({ role: "owner", isStaffMode: false }, () => true, counts);
  expect(groups.flat().flatMap(({ label, count }) => (count === undefined ? [] : [[label, count]]))).toEqual([
    ["Consults", 5],
  ]);
});
