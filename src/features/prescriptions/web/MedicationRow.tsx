import { CircleAlert, Star, X } from "lucide-react";
import { memo } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { MedicineInUse } from "#features/prescriptions/contract.ts";
import { matchesOf } from "#shared/prescription/allergy-classes.ts";
import { dangerousDrugProblem } from "#shared/prescription/dangerous-drugs.ts";
import { medicineLine, medicineName } from "#shared/prescription/generic-first.ts";
import { allergyNames, type KnownOfPatient } from "#shared/prescription/prescribing-check.ts";
import { plainSig } from "#shared/prescription/sig.ts";
import { sig } from "#shared/terms.ts";
import { keepFocus } from "#web/forms/keep-focus.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { comparedWithEarlier, type Earlier } from "./earlier-medicine.ts";
import { MedicineNameInput } from "./MedicineNameInput.tsx";
import { medicinesFor } from "./medicine-choices.ts";
import { isBlankMedicine, type PrescriptionForm, type TypedMedicine } from "./prescription-form.ts";
import { useChosenMedicine } from "./use-chosen-medicine.ts";
import { useCountedQuantity } from "./use-counted-quantity.ts";

const noMedicines: readonly MedicineInUse[] = [];

type Column = { name: keyof TypedMedicine; label: string; width: string; isRequired?: true };

const columns: readonly Column[] = [
  { name: "name", label: "Medication name", width: "col-span-2 md:col-span-5", isRequired: true },
  { name: "brandName", label: "Brand", width: "col-span-2 md:col-span-3" },
  { name: "strength", label: "Strength", width: "md:col-span-2" },
  { name: "form", label: "Form", width: "md:col-span-2" },
  { name: "dosage", label: "SIG", width: "md:col-span-3", isRequired: true },
  { name: "frequency", label: "Frequency", width: "md:col-span-4", isRequired: true },
  { name: "duration", label: "Duration", width: "md:col-span-3", isRequired: true },
  { name: "quantity", label: "Quantity", width: "md:col-span-2" },
  { name: "instructions", label: "Instructions", width: "col-span-2 md:col-span-12" },
];

/** One medicine. A legal restriction is shown under its name as soon as it is typed. */
export const MedicationRow = memo(function MedicationRow({
  form: { control, register, setValue, getValues },
  index,
  isAlone,
  isTriplicateAllowed,
  allergies,
  earlier,
  inUse = noMedicines,
  isOpen,
  onOpen,
  onRemove,
  onKeep,
}: {
  form: PrescriptionForm;
  index: number;
  /** Is it the only medicine? */
  isAlone: boolean;
  /** May a dangerous drug print on ordinary paper today? */
  isTriplicateAllowed: boolean;
  /** The patient's, as recorded. */
  allergies: KnownOfPatient["allergies"];
  earlier: Earlier;
  /** The clinic's own, as suggestions. */
  inUse?: readonly MedicineInUse[] | undefined;
  /** The others are a line each, with the whole direction in words. */
  isOpen: boolean;
  onOpen: (index: number) => void;
  /** Missing for the only one. */
  onRemove?: ((index: number) => void) | undefined;
  /** Saves it as a favorite. */
  onKeep: (index: number) => void;
}) {
  const medicine = useWatch({ control, name: `medications.${index}` });
  useCountedQuantity({ setValue, getValues }, index, medicine);
  const { choose, left } = useChosenMedicine({ setValue, getValues }, index, medicine);
  const s2 = useWatch({ control, name: "physicianS2" });
  const {
    errors: found,
    touchedFields,
    isSubmitted,
  } = useFormState({
    control,
    name: `medications.${index}`,
  });
  // A row that was just added is validated but shows no errors yet; neither does an empty one, which Favourites or
  // Repeat Last may fill.
  const touched = isBlankMedicine(medicine) ? undefined : touchedFields.medications?.[index];
  const errorOf = (name: keyof TypedMedicine) =>
    isSubmitted || touched?.[name] ? found.medications?.[index]?.[name]?.message : undefined;
  const drugPaper = { s2, isAlone, isTriplicateAllowed };
  const unlawful =
    medicineLine(medicine).problem ?? dangerousDrugProblem(medicine, drugPaper)?.message ?? null;
  const [allergy] = matchesOf(allergyNames(allergies ?? []), medicine);
  const compared = comparedWithEarlier(medicine, earlier);
  const number = index + 1;
  const name = isBlankMedicine(medicine) ? "" : medicineName(medicine);
  const isWrong = unlawful !== null || columns.some(({ name: field }) => errorOf(field));
  return (
    <li>
      <div className="grid min-h-touch grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 py-0.5 pr-1.5 pl-3">
        <span className="font-strong text-ink-2 tabular-nums">
          <span className="sr-only">Medicine </span>
          {number}
        </span>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 wrap-anywhere">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">{name || "No name yet"}</p>
            {!isOpen && (
              <p className={cx("text-sm/4.5", isWrong || allergy ? "text-bad" : "text-ink-2")}>
                {isWrong
                  ? "Fix the errors here"
                  : allergy
                    ? `Allergy: ${allergy.sentence}`
                    : inWords(medicine)}
              </p>
            )}
          </div>
          {compared && (
            <p className="text-sm text-ink-2">
              {compared.was === null ? (
                compared.on ? (
                  `as on ${compared.on}`
                ) : (
                  "as before"
                )
              ) : (
                <>
                  <span className="font-medium text-brand-text">was {compared.was}</span>
                  {compared.on && ` on ${compared.on}`}
                </>
              )}
            </p>
          )}
        </div>
        <div className="flex items-center">
          {(onRemove || !isOpen) && (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Close" : "Open"} medicine ${number}`}
              onMouseDown={keepFocus}
              onClick={() => onOpen(isOpen ? -1 : index)}
              className="max-md:min-h-touch!"
            >
              {isOpen ? "Close" : "Open"}
            </Button>
          )}
          {isOpen && (
            <IconButton
              label={`Save medicine ${number} as a favorite`}
              size="sm"
              icon={<Star />}
              disabled={!medicine.name?.trim()}
              onClick={() => onKeep(index)}
              className="max-md:size-touch"
            />
          )}
          {onRemove && (
            <IconButton
              label={`Remove medicine ${number}`}
              size="sm"
              icon={<X />}
              // On a phone the press moves the focus, which closes the keyboard: only then is Undo in sight.
              onMouseDown={keepFocus}
              onClick={() => onRemove(index)}
              className="max-md:size-touch"
            />
          )}
        </div>
      </div>
      <fieldset
        className={cx(
          "spine grid min-w-0 grid-cols-2 gap-x-2 gap-y-3 px-3 pt-1 pb-3 md:grid-cols-12 md:gap-y-2 md:pl-10.25",
          !isOpen && "hidden",
        )}
      >
        <legend className="sr-only">Medicine {number}</legend>
        {columns.map(({ name: field, label, width, isRequired }) => (
          <Field
            key={field}
            label={label}
            required={isRequired}
            optional={field === "instructions"}
            error={(field === "name" && unlawful) || errorOf(field)}
            hint={
              field === "name" && (allergy || left) ? (
                <>
                  {allergy && <Allergy>{allergy.sentence}</Allergy>}
                  {left && <StillOf {...left} />}
                </>
              ) : field === "dosage" && index === 0 && !medicine.dosage ? (
                sig
              ) : undefined
            }
            className={cx("md:gap-1", width)}
          >
            {field === "name" ? (
              <MedicineNameInput
                {...register(`medications.${index}.name`)}
                autoComplete="off"
                choices={medicinesFor(medicine.name, inUse)}
                onChoose={choose}
              />
            ) : (
              <TextInput {...register(`medications.${index}.${field}`)} autoComplete="off" />
            )}
          </Field>
        ))}
      </fieldset>
    </li>
  );
});

const Allergy = ({ children }: { children: string }) => (
  <span className="flex items-start gap-1.5 font-medium text-bad">
    <CircleAlert className="mt-px shrink-0" />
    <span>Allergy: {children}</span>
  </span>
);

/** What another name does not change: it may not fit the medicine that it names. */
const StillOf = ({ of, details }: NonNullable<ReturnType<typeof useChosenMedicine>["left"]>) => (
  <span className="block font-medium text-warn">
    Still from {of}:{" "}
    {columns.flatMap(({ name, label }) => (details.some((one) => one === name) ? label : [])).join(", ")}
  </span>
);

/** "1 tablet, once a day, in the morning, for 30 days · #30". */
function inWords({
  dosage = "",
  frequency = "",
  duration = "",
  form,
  quantity,
  instructions,
}: TypedMedicine) {
  const directions = plainSig({ dosage, frequency, duration, form }).text;
  return [directions, quantity && `#${quantity.replace(/^#/, "")}`, instructions].filter(Boolean).join(" · ");
}
