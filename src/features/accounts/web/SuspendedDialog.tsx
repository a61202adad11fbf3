import { Ban, Lock, LogOut, Mail, Phone, Wallet } from "lucide-react";
import { AlertDialog } from "radix-ui";
import { useRef } from "react";
import type { SuspendedClinic } from "#shared/errors.ts";
import { supportContact } from "#web/support-contact.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";

type Words = { title: string; badge: string; text: string };

/** In this order: not active, suspended, expired, anything else. */
function suspensionWords({ isActive, subscriptionStatus }: SuspendedClinic): Words {
  if (!isActive)
    return {
      title: "Account Deactivated",
      badge: "Deactivated",
      text: "Your clinic account has been deactivated. Please contact our support team to reactivate your account.",
    };
  if (subscriptionStatus === "suspended")
    return {
      title: "Account Suspended",
      badge: "Suspended",
      text: "Your clinic account has been suspended due to payment issues. Please update your payment method to open your records again. Nothing has been deleted.",
    };
  if (subscriptionStatus === "expired")
    return {
      title: "Subscription Expired",
      badge: "Expired",
      text: "Your subscription has expired. Please renew to access patient data. Nothing has been deleted.",
    };
  return {
    title: "Access Restricted",
    badge: "Restricted",
    text: "Access to your clinic account is restricted. Please contact our support team.",
  };
}

/** Covers everything. Only its two buttons close it. */
export function SuspendedDialog({
  clinic,
  onUpdate,
  onSignOut,
}: {
  clinic: SuspendedClinic;
  onUpdate: () => void;
  onSignOut: () => void;
}) {
  const { title, badge, text } = suspensionWords(clinic);
  const { phone, email } = supportContact();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-suspended bg-[rgb(44_38_28/0.62)]" />
        <AlertDialog.Content
          ref={panel}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // Not a button: the dialog opens while the user may be typing, and the next key must not sign out.
            panel.current?.focus();
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-x-4 top-1/2 z-suspended mx-auto max-h-[calc(100dvh-2rem)] max-w-115 -translate-y-1/2 overflow-y-auto rounded-lg bg-surface p-5 shadow-dialog outline-none md:p-7"
        >
          <span
            aria-hidden="true"
            className="grid h-15.5 w-13 place-items-center rounded-[4px_14px_4px_4px] bg-bad-bg text-bad inset-ring-1 inset-ring-bad-line"
          >
            <Lock className="size-6" />
          </span>
          <Badge tone="bad" icon={<Ban />} className="mt-4">
            {badge}
          </Badge>
          <AlertDialog.Title className="mt-2 text-xl font-strong tracking-tight">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2">
            {clinic.name && <b className="mb-1 block font-medium text-ink">{clinic.name}</b>}
            {text}
          </AlertDialog.Description>
          {(phone || email) && (
            <address className="mt-5 rounded-md border border-line not-italic">
              {phone && (
                <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={contactClass}>
                  <Phone />
                  <span className="tabular-nums">{phone}</span>
                </a>
              )}
              {email && (
                <a href={`mailto:${email}`} className={contactClass}>
                  <Mail />
                  {email}
                </a>
              )}
            </address>
          )}
          <div className="mt-6 grid gap-2">
            <AlertDialog.Action
              className={buttonClass({ variant: "primary", block: true })}
              onClick={onUpdate}
            >
              <Wallet />
              Update Account & Payment
            </AlertDialog.Action>
            <Button block icon={<LogOut />} onClick={onSignOut}>
              Sign Out
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

const contactClass =
  "flex min-h-11 items-center gap-3 border-t border-line px-4 text-ink no-underline first:border-t-0 hover:bg-sunk [&_svg]:shrink-0 [&_svg]:text-ink-3";
