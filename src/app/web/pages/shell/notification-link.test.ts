import { expect, test } from "vitest";
import type { Notification } from "#features/notifications/contract.ts";
import { can, type Permission, type Role } from "#shared/permissions.ts";
import { linkOf } from "./notification-link.ts";

const as =
  (role: Role, ...permissions: Permission[]) =>
  ({ access }: Parameters<Parameters<typeof linkOf>[1]>[0]) =>
    can({ role, permissions, clinicId: 1 }, access);

const about = (actionType: string | null, actionData: Notification["actionData"] = null): Notification => ({
  id: 1,
  type: "info",
  title: "",
  message: "",
  timestamp: "2026-11-20T02:42:00Z",
  read: false,
  actionType,
  actionData,
});

test.each([
  ["referral", { referralId: 5 }, { href: "/shared" }],
  ["patient", { patientId: 7, referralId: 5 }, { patientId: 7 }],
  ["prescription", { patientId: 7, prescriptionId: 9 }, { patientId: 7 }],
  ["merge", { patientId: 7, otherId: 9 }, { href: "/merge?stays=7&goes=9" }],
  ["task", { taskId: 3 }, { href: "/tasks" }],
  ["staff", { userId: 4 }, { href: "/staff" }],
  ["trial", null, { href: "/settings" }],
  ["patient", { patientId: "7" }, null],
  ["patient", null, null],
  ["a newer one", null, null],
  [null, { patientIds: [7, 8] }, null],
])("a notification of %s %o leads the owner to %o", (type, data, place) => {
  expect(linkOf(about(type, data), as("owner"))).toEqual(place);
});

test("links staff to patients they may see, to their own tasks, and to no page of the owner's", () => {
  const patient = about("patient", { patientId: 7 });
  expect(linkOf(patient, as("staff", "view_patients"))).toEqual({ patientId: 7 });
  expect(linkOf(patient, as("staff", "add_patients"))).toBeNull();
  expect(linkOf(about("task", { taskId: 3 }), as("staff"))).toEqual({ href: "/tasks" });
  expect(linkOf(about("referral", { referralId: 5 }), as("staff", "view_patients"))).toBeNull();
});

test("links a doctor to referrals, and to no page of the owner's", () => {
  expect(linkOf(about("referral", { referralId: 5 }), as("doctor"))).toEqual({ href: "/shared" });
  for (const type of ["staff", "merge", "trial", "webhook"])
    expect(linkOf(about(type, { patientId: 7, otherId: 9 }), as("doctor"))).toBeNull();
});
