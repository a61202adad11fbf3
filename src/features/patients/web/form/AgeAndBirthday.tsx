import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { ageAt, ageLabel } from "#shared/clinical/age.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { focusFirst, problemOf } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

/**
 * Age and birthday. A birthday gives the age, which is then shown instead of typed; an age alone is never turned
 * into a birthday.
 */
export function AgeAndBirthday({
  form,
  required = false,
  birthdayFirst = false,
  autoFocus,
  storedAge,
}: {
  form: PatientForm;
  required?: boolean;
  birthdayFirst?: boolean;
  /** At the birthday. */
  autoFocus?: boolean;
  /** In the edit form, which empties an age that is not a number: what emptying it removes. */
  storedAge?: number | null;
}) {
  const today = useToday();
  const [birthday, age] = useWatch({ control: form.control, name: ["birthday", "age"] });
  const known = birthday && isCalendarDay(birthday) ? ageAt(birthday, today) : null;
  const years = known?.years;
  const { setValue, getValues, clearErrors } = form;

  useEffect(() => {
    const typed = String(getValues("age") ?? "");
    if (years === undefined || typed === String(years)) return;
    // In the edit form an empty age is 0, and counts as unchanged. The wizard needs the 0 of an infant.
    setValue("age", String(years), { shouldDirty: (typed || "0") !== String(years) });
    clearErrors("age");
  }, [years, setValue, getValues, clearErrors]);

  const isRemoved = Boolean(storedAge) && String(age ?? "").trim() === "";

  const birthdayField = (
    <Field
      label="Birthday"
      error={problemOf(form, "birthday")}
      className={birthdayFirst ? "max-md:col-span-2" : undefined}
    >
      <DateInput
        {...focusFirst(autoFocus)}
        {...form.register("birthday")}
        {...dateBounds("birthday", { today })}
      />
    </Field>
  );
  return (
    <>
      {birthdayFirst && birthdayField}
      <Field
        label="Age"
        required={required}
        error={known ? undefined : problemOf(form, "age")}
        hint={
          known
            ? "From the birthday."
            : isRemoved
              ? `The age ${storedAge} will be removed.`
              : bornAbout(age, today)
        }
      >
        {known ? (
          <TextInput
            key="known"
            readOnly
            value={ageLabel({ birthday }, today)}
            className="bg-sunk tabular-nums"
          />
        ) : (
          <TextInput
            key="typed"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            {...form.register("age", {
              onChange: ({ target }: { target: HTMLInputElement }) => {
                if (storedAge !== undefined && Number.isNaN(Number(target.value)))
                  setValue("age", "", { shouldDirty: true });
              },
            })}
          />
        )}
      </Field>
      {!birthdayFirst && birthdayField}
    </>
  );
}

function bornAbout(age: unknown, today: string): string | undefined {
  if (!/^\d{1,3}$/.test(String(age ?? "").trim())) return undefined;
  const years = Number(age);
  const thisYear = Number(today.slice(0, 4));
  return years === 0 || years > 130 ? undefined : `Born ${thisYear - years - 1} or ${thisYear - years}.`;
}
