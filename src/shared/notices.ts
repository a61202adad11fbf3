/** The types of notifications, for server and screens. */

export const noticeTypes = ["success", "warning", "error", "info"] as const;
type NoticeType = (typeof noticeTypes)[number];

/** Notifications stored per user; the database deletes the oldest when a new one comes. */
export const MAX_NOTICES = 50;

/** The page that a notification opens, and its parameters. */
export type NoticeAction =
  /** Shared with Me. */
  | { actionType: "referral"; actionData: { referralId: number } }
  /** The patient's details. */
  | { actionType: "patient"; actionData: { patientId: number } }
  | { actionType: "prescription"; actionData: { patientId: number; prescriptionId: number } }
  | { actionType: "paper"; actionData: { patientId: number; paperId: number } }
  /** Merge Patients, with the two records side by side. */
  | { actionType: "merge"; actionData: { patientId: number; otherId: number } }
  /** Task Management. */
  | { actionType: "task"; actionData: { taskId: number } }
  /** Staff Accounts. */
  | { actionType: "staff"; actionData: { userId: number } }
  /** Integrations, under the clinic's settings. */
  | { actionType: "webhook"; actionData: { webhookId: number } }
  /** The subscription, under the clinic's settings. */
  | { actionType: "trial"; actionData: null };

export type Notice = {
  type?: NoticeType;
  title: string;
  message: string;
  /** The same cause notifies a user only once, even after a dismissal: "first sign-in 1204". */
  cause?: string;
} & (NoticeAction | { actionType?: undefined; actionData?: undefined });
