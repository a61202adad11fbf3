/** What notifications can be, for both sides. */

export const noticeTypes = ["success", "warning", "error", "info"] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Notifications stored per user; the database deletes the oldest when a new one comes. */
export const NOTICES_KEPT = 50;

/** What a notification opens, and its parameters. */
export type NoticeAction =
  /** Shared with Me. */
  | { actionType: "referral"; actionData: { referralId: number } }
  /** The patient's details. */
  | { actionType: "patient"; actionData: { patientId: number } }
  | { actionType: "prescription"; actionData: { patientId: number; prescriptionId: number } }
  | { actionType: "paper"; actionData: { patientId: number; paperId: number } }
  /** Task Management. */
  | { actionType: "task"; actionData: { taskId: number } }
  /** Staff Accounts. */
  | { actionType: "staff"; actionData: { userId: number } }
  /** Integrations, under the clinic's settings. */
  | { actionType: "webhook"; actionData: { webhookId: number } }
  /** What the clinic pays, under its settings. */
  | { actionType: "trial"; actionData: null };

export type Notice = {
  type?: NoticeType;
  title: string;
  message: string;
  /** The same cause notifies the same user once, whatever became of the notification: "first sign-in 1204". */
  cause?: string;
} & (NoticeAction | { actionType?: undefined; actionData?: undefined });
