import type { Notification } from "#features/notifications/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import type { NoticeAction } from "#shared/notices.ts";
import type { Access } from "#shared/permissions.ts";
import { addressOfSection, isSection } from "./navigation.tsx";

/** The part of the staff's dashboard with their own tasks, as the hash of its URL. */
export const ownTasksId = "my-tasks";

type NotificationLink = { href: string } | { patientId: number } | null;

/** The owner's section for an action without a patient. */
const sectionOf: Partial<Record<string, string>> = {
  referral: "shared",
  merge: "merge",
  task: "tasks",
  staff: "staff",
  trial: "settings",
  webhook: "settings",
} satisfies Partial<Record<NonNullable<NoticeAction["actionType"]>, string>>;

/**
 * What a notification opens (staff have their own tasks on their dashboard): a URL, or a patient's details over the
 * page; null for nothing.
 */
export function linkOf(
  { actionType, actionData }: Notification,
  can: (call: { access: Access }) => boolean,
): NotificationLink {
  if (actionType === "patient" || actionType === "prescription" || actionType === "paper") {
    const patientId = actionData?.patientId;
    return typeof patientId === "number" && can(onePatient) ? { patientId } : null;
  }
  if (!can({ access: "owner" }))
    return actionType === "task" ? { href: `/staff-dashboard#${ownTasksId}` } : null;
  const section = sectionOf[actionType ?? ""];
  if (section === "merge")
    return { href: `/dashboard?section=merge&stays=${actionData?.patientId}&goes=${actionData?.otherId}` };
  return isSection(section) ? { href: addressOfSection(section) } : null;
}
