import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { discountKinds, isLegalDiscount } from "#shared/billing/bill-sums.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { cx } from "#web/ui/cx.ts";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { PaymentForm } from "./payment-form.ts";

const kindWords = { "": "None", senior: "Senior", pwd: "PWD", promo: "Other" } as const;

/** Common companies; any other can be typed. */
const companies = [
  "Avega",
  "Cocolife",
  "EastWest",
  "Etiqa",
  "Generali",
  "Insular Health Care",
  "Intellicare",
  "Maxicare",
  "MediCard",
  "Pacific Cross",
  "PhilCare",
  "ValuCare",
];

/** One discount, never two, and the HMO's part. */
export function DiscountFields({
  form,
  refusal,
  lastHmo,
}: {
  form: PaymentForm;
  /** Company of the last covered bill; "" if there was none. */
  lastHmo: string;
  /** Why the patient cannot have the chosen discount. */
  refusal: string | null;
}) {
  const [kind, hasHmo] = useWatch({ control: form.control, name: ["discountKind", "hasHmo"] });
  const { errors } = form.formState;
  const section = useRef<HTMLElement>(null);
  useFormKey(
    "discountId",
    () => {
      if (isLegalDiscount(kind)) form.setFocus("idNumber");
      else section.current?.querySelector("button")?.focus();
    },
    section,
  );
  return (
    <section ref={section} aria-labelledby="discount-title" className="grid gap-3">
      <h3 id="discount-title" className="font-strong">
        Discount and cover
      </h3>
      <div className="grid items-start gap-3 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        <div className={cx(kind !== "" && "md:pt-6.5")}>
          <Segment
            label="Discount"
            value={kind}
            onChange={(value) =>
              form.setValue("discountKind", value, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
            options={(["", ...discountKinds] as const).map((value) => ({ value, label: kindWords[value] }))}
          />
        </div>
        <div role="alert" className="empty:hidden md:order-last md:col-span-3">
          {refusal !== null && <FieldError>{refusal}</FieldError>}
        </div>
        {isLegalDiscount(kind) && (
          <>
            <Field
              label={kind === "senior" ? "Senior citizen ID (OSCA)" : "PWD ID number"}
              required
              error={errors.idNumber?.message}
            >
              <TextInput maxLength={60} autoComplete="off" {...form.register("idNumber")} />
            </Field>
            <Field label="Name on the ID" error={errors.name?.message}>
              <TextInput maxLength={255} autoComplete="off" {...form.register("name")} />
            </Field>
          </>
        )}
        {kind === "promo" && (
          <Field label="Percent" required error={errors.percent?.message}>
            <TextInput inputMode="decimal" maxLength={6} autoComplete="off" {...form.register("percent")} />
          </Field>
        )}
      </div>
      <Checkbox
        label={
          <>
            HMO pays a part
            {lastHmo && !hasHmo && <span className="text-ink-2"> {lastHmo} on the last bill</span>}
          </>
        }
        {...form.register("hasHmo")}
      />
      {hasHmo && (
        <>
          <div className="grid items-start gap-3 md:grid-cols-4">
            <Field label="Company" required error={errors.company?.message}>
              <TextInput
                list="hmo-companies"
                maxLength={120}
                autoComplete="off"
                {...form.register("company")}
              />
            </Field>
            <datalist id="hmo-companies">
              {companies.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <Field label="Card number" optional error={errors.card?.message}>
              <TextInput maxLength={60} autoComplete="off" {...form.register("card")} />
            </Field>
            <Field label="LOA number" required error={errors.loa?.message}>
              <TextInput maxLength={60} autoComplete="off" {...form.register("loa")} />
            </Field>
            <Field label="Approved" required error={errors.approved?.message}>
              <MoneyInput {...form.register("approved")} />
            </Field>
          </div>
          <p className="text-sm text-ink-2">
            LOA is the letter of authorization. What the HMO approved waits under HMO Receivables; it is not
            the patient's debt.
          </p>
        </>
      )}
    </section>
  );
}
