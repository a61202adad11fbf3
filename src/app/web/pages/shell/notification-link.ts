import type { Notification } from "#features/notifications/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import type { NoticeAction } from "#shared/notices.ts";
import type { Access } from "#shared/permissions.ts";
import type { PagePath } from "./navigation.tsx";

type NotificationLink = { href: string } | { patientId: number } | null;

/** The page for an action without a patient. */
const pageOf: Partial<Record<string, PagePath>> = {
  referral: "/shared",
  merge: "/merge",
  task: "/tasks",
  staff: "/staff",
  trial: "/settings",
  webhook: "/settings",
} satisfies Partial<Record<NonNullable<NoticeAction["actionType"]>, PagePath>>;

/** Who opens them; the others are the owner's. */
const accessOf: Partial<Record<PagePath, Access>> = { "/tasks": "member", "/shared": "doctor" };

/** What a notification opens: a page, or a patient's details over the page; null for nothing. */
export function linkOf(
  { actionType, actionData }: Notification,
  can: (call: { access: Access }) => boolean,
): NotificationLink {
  if (actionType === "patient" || actionType === "prescription" || actionType === "paper") {
    const patientId = actionData?.patientId;
    return typeof patientId === "number" && can(onePatient) ? { patientId } : null;
  }
  const href = pageOf[actionType ?? ""];
  if (href === undefined || !can({ access: accessOf[href] ?? "owner" })) return null;
  return href === "/merge"
    ? { href: `${href}?stays=${actionData?.patientId}&goes=${actionData?.otherId}` }
    : { href };
}
