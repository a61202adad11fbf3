import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { LetterDraft, ReferralDraft } from "#features/referrals/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";

/** Who may consent to sharing, in the words that are stored. */
export const agreers = ["Patient", "Parent or guardian", "Spouse", "Relative or representative"] as const;

const missing = {
  toClinicId: "Select a clinic",
  toClinicName: "Enter the clinic or doctor",
  referralReason: "Referral reason is required",
  agreedBy: "Ask for the patient's consent, and say who agreed",
  agreedOn: "Say when it was agreed",
} as const;

/** The dialog's values: for a clinic on Klinika, or a letter to one outside. */
export const ReferForm = z
  .object({
    to: z.enum(["klinika", "outside"]),
    practitionerId: z.optional(z.int()),
    /** As text; empty while none is chosen. */
    toClinicId: z.string(),
    toClinicName: z.string().check(z.maxLength(255, "Use at most 255 characters")),
    toAddress: z.string().check(z.maxLength(1000, "Use at most 1,000 characters")),
    referralReason: z.string().check(z.maxLength(5000, "Use at most 5,000 characters")),
    referralNotes: z.string().check(z.maxLength(5000, "Use at most 5,000 characters")),
    pregnancy: z.string().check(z.maxLength(1000, "Use at most 1,000 characters")),
    currentMedicines: z.string().check(z.maxLength(5000, "Use at most 5,000 characters")),
    agreedBy: z.string(),
    /** YYYY-MM-DD, or the typed text while that is not a date. */
    agreedOn: z.string(),
  })
  .check(({ value, issues }) => {
    const isMissing = (field: keyof typeof missing) => !value[field].trim();
    const wanted = value.to === "klinika" ? "toClinicId" : "toClinicName";
    for (const field of [wanted, "referralReason", "agreedBy", "agreedOn"] as const)
      if (isMissing(field))
        issues.push({ code: "custom", path: [field], message: missing[field], input: value[field] });
    if (value.agreedOn.trim() && !isCalendarDay(value.agreedOn))
      issues.push({
        code: "custom",
        path: ["agreedOn"],
        message: "Enter a date that exists, as MM/DD/YYYY",
        input: value.agreedOn,
      });
  });
export type Typed = z.infer<typeof ReferForm>;
export type ReferralForm = UseFormReturn<Typed, unknown, Typed>;

export const noReferral = (today: string): Typed => ({
  to: "klinika",
  practitionerId: undefined,
  toClinicId: "",
  toClinicName: "",
  toAddress: "",
  referralReason: "",
  referralNotes: "",
  pregnancy: "",
  currentMedicines: "",
  agreedBy: "",
  agreedOn: today,
});

const entered = (typed: Typed, practitionerId: number | undefined) => ({
  ...(practitionerId !== undefined && { practitionerId }),
  referralReason: typed.referralReason,
  referralNotes: typed.referralNotes || null,
  pregnancy: typed.pregnancy || null,
  currentMedicines: typed.currentMedicines || null,
  consent: { agreedBy: typed.agreedBy, at: typed.agreedOn },
});

export const draftOfReferral = (typed: Typed, practitionerId: number | undefined): ReferralDraft => ({
  toClinicId: Number(typed.toClinicId),
  ...entered(typed, practitionerId),
});

export const draftOfLetter = (typed: Typed, practitionerId: number | undefined): LetterDraft => ({
  toClinicName: typed.toClinicName,
  toAddress: typed.toAddress || null,
  ...entered(typed, practitionerId),
});

/** Server names of the fields, by ours. */
export const serverFields: Record<string, keyof Typed> = {
  "consent.agreedBy": "agreedBy",
  "consent.at": "agreedOn",
};
