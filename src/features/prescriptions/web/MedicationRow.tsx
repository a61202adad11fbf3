import { ChevronDown, CircleAlert, Star, X } from "lucide-react";
import { memo } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { MedicineInUse } from "#features/prescriptions/contract.ts";
import { matchesOf } from "#shared/prescription/allergy-classes.ts";
import { dangerousDrugProblem } from "#shared/prescription/dangerous-drugs.ts";
import { medicineLine } from "#shared/prescription/generic-first.ts";
import { allergyNames, type KnownOfPatient } from "#shared/prescription/prescribing-check.ts";
import { sig } from "#shared/terms.ts";
import { keepFocus } from "#web/forms/keep-focus.ts";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { MedicineNameInput } from "./MedicineNameInput.tsx";
import { type MedicineChoice, medicinesFor } from "./medicine-choices.ts";
import { isBlankMedicine, type PrescriptionForm, type TypedMedicine } from "./prescription-form.ts";
import { useCountedQuantity } from "./use-counted-quantity.ts";

const noMedicines: readonly MedicineInUse[] = [];
const chosenFields = ["name", "brandName", "strength", "form", "dosage", "frequency", "duration"] as const;

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
  /** The clinic's own, as suggestions. */
  inUse?: readonly MedicineInUse[] | undefined;
  /** On a phone; elsewhere every medicine is expanded. */
  isOpen: boolean;
  onOpen: (index: number) => void;
  /** Missing for the only one. */
  onRemove?: ((index: number) => void) | undefined;
  /** Saves it as a favorite. */
  onKeep: (index: number) => void;
}) {
  const medicine = useWatch({ control, name: `medications.${index}` });
  useCountedQuantity({ setValue, getValues }, index, medicine);
  const choose = (choice: MedicineChoice) => {
    const set = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const name of chosenFields) {
      const value = choice[name] ?? "";
      const isOfDirections = name === "dosage" || name === "frequency" || name === "duration";
      // Directions that were typed before the name stay.
      if (isOfDirections && (!value || getValues(`medications.${index}.${name}`))) continue;
      setValue(`medications.${index}.${name}`, value, set);
    }
  };
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
  const number = index + 1;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1.5 gap-y-1 py-3 md:grid-cols-[1.375rem_minmax(0,1fr)_1.875rem] md:pb-4 md:first:pt-1">
      <span
        className={cx(
          "font-strong text-ink-2 tabular-nums max-md:self-center md:pt-7.75",
          !isOpen && "max-md:hidden",
        )}
      >
        <span className="md:sr-only">Medicine </span>
        {number}
      </span>
      {!isOpen && (
        <ClosedMedicine
          medicine={medicine}
          number={number}
          onOpen={() => onOpen(index)}
          isWrong={unlawful !== null || columns.some(({ name }) => errorOf(name))}
        />
      )}
      <fieldset
        className={cx(
          "grid min-w-0 grid-cols-2 gap-x-2 gap-y-3 max-md:order-last max-md:col-span-2 md:grid-cols-12 md:gap-y-2",
          !isOpen && "max-md:hidden",
        )}
      >
        <legend className="sr-only">Medicine {number}</legend>
        {columns.map(({ name, label, width, isRequired }) => (
          <Field
            key={name}
            label={label}
            required={isRequired}
            optional={name === "instructions"}
            error={(name === "name" && unlawful) || errorOf(name)}
            hint={
              name === "name" && allergy ? (
                <Allergy>{allergy.sentence}</Allergy>
              ) : name === "dosage" && index === 0 ? (
                sig
              ) : undefined
            }
            className={width}
          >
            {name === "name" ? (
              <MedicineNameInput
                {...register(`medications.${index}.name`)}
                autoComplete="off"
                choices={medicinesFor(medicine.name, inUse)}
                onChoose={choose}
              />
            ) : (
              <TextInput {...register(`medications.${index}.${name}`)} autoComplete="off" />
            )}
          </Field>
        ))}
      </fieldset>
      <div className="flex md:flex-col md:items-center md:gap-1 md:pt-6.5">
        {onRemove && (
          <IconButton
            label={`Remove medicine ${number}`}
            size="sm"
            icon={<X />}
            onMouseDown={keepFocus}
            onClick={() => onRemove(index)}
            className="max-md:order-last max-md:size-touch"
          />
        )}
        {medicine.name.trim() && (
          <IconButton
            label={`Save medicine ${number} as a favorite`}
            size="sm"
            icon={<Star />}
            onMouseDown={keepFocus}
            onClick={() => onKeep(index)}
            className={cx("max-md:size-touch", !isOpen && "max-md:hidden")}
          />
        )}
      </div>
    </li>
  );
});

const Allergy = ({ children }: { children: string }) => (
  <span className="flex items-start gap-1.5 font-medium text-bad">
    <CircleAlert className="mt-px shrink-0" />
    <span>Allergy: {children}</span>
  </span>
);

/** "furosemide 20 mg tablet" over "1 tab, OD, morning, 30 days, #30". */
function ClosedMedicine({
  medicine,
  number,
  isWrong,
  onOpen,
}: {
  medicine: TypedMedicine;
  number: number;
  isWrong: boolean;
  onOpen: () => void;
}) {
  const { dosage, frequency, duration, quantity } = medicine;
  const directions = [dosage, frequency, duration, quantity && `#${quantity.replace(/^#/, "")}`];
  return (
    <button
      type="button"
      aria-expanded={false}
      onMouseDown={keepFocus}
      onClick={onOpen}
      className="flex min-h-12 items-center gap-3 text-left md:hidden"
    >
      <span className="w-5 shrink-0 font-strong text-ink-2 tabular-nums">{number}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-medium">{medicineLine(medicine).generic || "No name yet"}</span>
        <span className={cx("block text-sm", isWrong ? "text-bad" : "text-ink-2")}>
          {isWrong ? "Fix the errors here" : directions.filter(Boolean).join(", ")}
        </span>
      </span>
      <ChevronDown className="shrink-0 text-ink-2" />
    </button>
  );
}
