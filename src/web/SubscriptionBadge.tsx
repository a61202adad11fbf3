import { Ban, CircleAlert, CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { isSubscriptionStatus, type SubscriptionStatus, subscriptionLabels } from "#shared/subscription.ts";
import { Badge, type Tone } from "./ui/Badge.tsx";

const looks: Record<SubscriptionStatus, { tone: Tone; icon: ReactNode }> = {
  trial: { tone: "info", icon: <Clock /> },
  active: { tone: "ok", icon: <CircleCheck /> },
  expired: { tone: "warn", icon: <CircleAlert /> },
  suspended: { tone: "bad", icon: <Ban /> },
};

/** The state of a clinic's subscription. */
export const SubscriptionBadge = ({ status }: { status: string }) =>
  isSubscriptionStatus(status) ? (
    <Badge {...looks[status]}>{subscriptionLabels[status]}</Badge>
  ) : (
    <Badge>{status}</Badge>
  );
