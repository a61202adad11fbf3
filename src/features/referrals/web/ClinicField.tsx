import { useId, useState } from "react";
import { type UseFormRegisterReturn, useController } from "react-hook-form";
import type { AvailableClinic, availableClinics } from "#features/referrals/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { withWords } from "#shared/formats/name-search.ts";
import type { useCall } from "#web/data/calls.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { checkClass } from "#web/ui/inputs/Checkbox.tsx";
import { Field, FieldError, RequiredMark } from "#web/ui/inputs/Field.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import type { ReferralForm } from "./referral-form.ts";

/** Up to this many are in a plain select. */
const FEW = 8;
/** Options rendered at once of a long list. */
const SHOWN = 50;

type Clinics = ReturnType<typeof useCall<typeof availableClinics>>;

/** The clinic to refer to: a select for a few, a searchable list for many. */
export function ClinicField({
  form,
  field,
  clinics,
}: {
  form: ReferralForm;
  /** The result of `register`. */
  field: UseFormRegisterReturn;
  clinics: Clinics;
}) {
  const error = form.formState.errors.toClinicId?.message;
  const { data } = clinics;
  if (data && data.length > FEW) return <ClinicList form={form} clinics={data} error={error} />;
  if (!data && clinics.error && !clinics.isFetching)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <FieldError>{clinics.error.shown("The clinics could not be read.")}</FieldError>
        <Button size="sm" onClick={() => void clinics.refetch()}>
          Try Again
        </Button>
      </div>
    );
  const none = data ? "No clinics available" : "Loading clinics...";
  return (
    <Field label="Clinic" required error={error}>
      {data && data.length > 0 ? (
        <Select
          placeholder="Select a clinic"
          options={data.map((clinic) => ({ value: String(clinic.id), label: wordsOf(clinic) }))}
          {...field}
        />
      ) : (
        <Select placeholder={none} aria-disabled="true" {...field} />
      )}
    </Field>
  );
}

const wordsOf = ({ name, address, isVerified }: AvailableClinic) =>
  [name, address, !isVerified && "not verified"].filter(Boolean).join(", ");

/** "Leonora Nuñez, PRC 0098412". */
export const doctorOf = ({ doctorName, licenseNumber }: AvailableClinic) =>
  [doctorName, licenseNumber && `PRC ${licenseNumber}`].filter(Boolean).join(", ");

function ClinicList({
  form,
  clinics,
  error,
}: {
  form: ReferralForm;
  clinics: readonly AvailableClinic[];
  error: string | undefined;
}) {
  const id = useId();
  const [search, setSearch] = useState("");
  const { field } = useController({ control: form.control, name: "toClinicId" });
  const found = withWords(clinics, search, ({ name, address, doctorName }) =>
    [name, address, doctorName].filter(Boolean).join(" "),
  );
  const shown = found.slice(0, SHOWN);
  const chosen = clinics.find((clinic) => String(clinic.id) === field.value);
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={cx(`${id}-found`, error && `${id}-error`)}
      onBlur={field.onBlur}
    >
      <legend className="mb-1 text-sm font-medium">
        Clinic
        <RequiredMark />
      </legend>
      <SearchInput
        ref={field.ref}
        label="Search clinics by name, doctor or address"
        placeholder="Name, doctor or address"
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Enter chooses the only remaining one instead of submitting the form.
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (found.length === 1) field.onChange(String(found[0]?.id));
        }}
        aria-invalid={error ? true : undefined}
        aria-controls={`${id}-list`}
      />
      <div
        id={`${id}-list`}
        className="mt-1.5 max-h-52 overflow-y-auto overscroll-contain rounded-md border border-line"
      >
        {shown.map((clinic) => (
          <label
            key={clinic.id}
            className="flex items-start gap-2.5 border-t border-line px-3 py-2 first:border-t-0 hover:bg-paper has-checked:bg-brand-wash max-md:min-h-touch"
          >
            <input
              type="radio"
              name={`${id}-clinic`}
              value={clinic.id}
              checked={String(clinic.id) === field.value}
              onChange={() => field.onChange(String(clinic.id))}
              className={cx(checkClass, "rounded-full")}
            />
            <span className="min-w-0 wrap-anywhere">
              {clinic.name}
              {!clinic.isVerified && (
                <Badge tone="warn" small className="ml-1.5">
                  Not verified
                </Badge>
              )}
              <span className="block text-sm/4.5 text-ink-2">{doctorOf(clinic)}</span>
              {clinic.address && <span className="block text-sm/4.5 text-ink-3">{clinic.address}</span>}
            </span>
          </label>
        ))}
        {found.length === 0 && <p className="px-3 py-2.5 text-ink-3">No clinics match your search.</p>}
      </div>
      <p id={`${id}-found`} role="status" className="mt-1 text-sm/4.5 text-ink-3">
        {chosen ? `Chosen: ${chosen.name}. ` : ""}
        {found.length > SHOWN
          ? `The first ${SHOWN} of ${formatCount(found.length)} clinics; type to find others.`
          : `${found.length} of ${formatCount(clinics.length)} clinics`}
      </p>
      {error && (
        <div className="mt-1">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
