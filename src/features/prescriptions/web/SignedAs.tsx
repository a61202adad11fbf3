import { type ReactNode, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { Button } from "#web/ui/Button.tsx";
import type { PrescriptionForm } from "./prescription-form.ts";

const fields = [
  "physicianName",
  "physicianLicense",
  "physicianPTR",
  "physicianSpecialization",
  "physicianS2",
  "patientAddress",
  "prescriptionDate",
] as const;

/**
 * Who signs, the date and the address in one line, until they are changed, or while something required is missing or
 * wrong.
 */
export function SignedAs({ form, children }: { form: PrescriptionForm; children: ReactNode }) {
  const { control } = form;
  const [name, license, ptr] = useWatch({
    control,
    name: ["physicianName", "physicianLicense", "physicianPTR"],
  });
  const [date, address] = useWatch({ control, name: ["prescriptionDate", "patientAddress"] });
  const { errors } = useFormState({ control, name: fields });
  // What is missing at first is typed without the fields going away.
  const [isOpen, setOpen] = useState(!name?.trim() || !license?.trim());
  const isWrong = fields.some((field) => errors[field]);
  if (isOpen || isWrong) return children;
  const words = [
    `Signed as ${name}`,
    `PRC ${license}`,
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
