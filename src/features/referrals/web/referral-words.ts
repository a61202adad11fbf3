import type { ReferralStatus, ReferredPatient } from "#features/referrals/contract.ts";
import { SEX_NOT_RECORDED } from "#shared/clinical/age.ts";
import type { Tone } from "#web/ui/Badge.tsx";

export const statusWords: Record<ReferralStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "warn" },
  claimed: { label: "Accepted", tone: "ok" },
  declined: { label: "Declined", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "quiet" },
  letter: { label: "Letter", tone: "info" },
};

/** "67 / F"; only the sex when the age is unknown. */
export const ageSexOf = ({ age, sex }: Pick<ReferredPatient, "age" | "sex">): string =>
  [age, sex ?? SEX_NOT_RECORDED].filter((part) => part !== null).join(" / ");

export const doctorOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
