import { type ReactNode, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { dangerousDrugIn } from "#shared/prescription/dangerous-drugs.ts";
import { Button } from "#web/ui/Button.tsx";
import type { PrescriptionForm } from "./prescription-form.ts";

const ofPage = ["patientAddress", "prescriptionDate"] as const;
const fields = [
  ...ofPage,
  "physicianName",
  "physicianLicense",
  "physicianPTR",
  "physicianSpecialization",
  "physicianS2",
] as const;

/**
 * Who signs, the date and the address in one line, until they are changed, or while something required is missing or
 * wrong.
 */
export function SignedAs({
  form,
  isChosen,
  children,
}: {
  form: PrescriptionForm;
  /** The signer is chosen above, and printed as the profile says. */
  isChosen: boolean;
  children: ReactNode;
}) {
  const { control } = form;
  const [name, license, ptr] = useWatch({
    control,
    name: ["physicianName", "physicianLicense", "physicianPTR"],
  });
  const [date, address] = useWatch({ control, name: ["prescriptionDate", "patientAddress"] });
  const { errors } = useFormState({ control, name: fields });
  const needsS2 = useWatch({
    control,
    compute: ({ medications, physicianS2 }) =>
      !physicianS2?.trim() && medications.some((medicine) => dangerousDrugIn(medicine) !== null),
  });
  const isIncomplete = isChosen
    ? ofPage.some((field) => errors[field])
    : !name?.trim() || !license?.trim() || needsS2 || fields.some((field) => errors[field]);
  const [isOpen, setOpen] = useState(isIncomplete);
  // They stay open while what was missing is typed.
  if (isIncomplete && !isOpen) setOpen(true);
  if (isOpen || isIncomplete) return children;
  const words = [
    name && `Signed as ${name}`,
    license && `PRC ${license}`,
    ptr && `PTR ${ptr}`,
    date && isCalendarDay(date) && formatDay(date),
    address || "no address",
  ];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{words.filter(Boolean).join(" · ")}</span>
      <Button variant="link" size="sm" onClick={() => setOpen(true)}>
        Change
      </Button>
    </p>
  );
}
