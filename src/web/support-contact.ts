import { useSyncExternalStore } from "react";

type SupportContact = { phone: string | null; email: string | null };

/** The support contact: settings of this installation, which the server writes into the page's head. */
export function supportContact(): SupportContact {
  const read = (name: string) =>
    (typeof document === "undefined"
      ? ""
      : document.querySelector<HTMLMetaElement>(`meta[name="support-${name}"]`)?.content) || null;
  return { phone: read("phone"), email: read("email") };
}

/** "Call +63 32 555 0170 or write to support@…", or where to write when neither is set. */
export function supportWords({ phone, email } = supportContact()): string {
  if (phone && email) return `Call ${phone} or write to ${email}.`;
  if (phone) return `Call ${phone}.`;
  if (email) return `Write to ${email}.`;
  return "Write to us through the contact form of the landing page.";
}

/** Whether a reset link can be mailed: also a setting of this installation. */
export const isResetByMail = (): boolean =>
  typeof document !== "undefined" && document.querySelector('meta[name="password-reset"]') !== null;

const none: SupportContact = { phone: null, email: null };
let read: SupportContact | undefined;
const readOnce = () => {
  read ??= supportContact();
  return read;
};
const never = () => () => undefined;

/** For prerendered pages, which do not know the installation. */
export const useSupportContact = (): SupportContact => useSyncExternalStore(never, readOnce, () => none);
