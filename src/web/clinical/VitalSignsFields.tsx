import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { ADULT_FROM_MONTHS, bandAge } from "#shared/clinical/age.ts";
import { flagSigns, gestationOn } from "#shared/clinical/pregnancy.ts";
import { bmi, bmiLabel, type Flag } from "#shared/clinical/vital-sign-flags.ts";
import {
  isPrenatal,
  presentations,
  readVitalSigns,
  type SignDetail,
  sugarTimings,
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
  type VitalSign,
  type VitalSigns,
  valueText,
} from "#shared/clinical/vital-signs.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { useAdultBands } from "./use-adult-bands.ts";
import type { TypedVitalSigns } from "./vital-signs-form.ts";

interface VitalSignsFieldsProps {
  /** `(sign) => form.register(`vitalSigns.${sign}`)`, or under the form's own name. */
  register: (sign: VitalSign | SignDetail) => UseFormRegisterReturn;
  /** The form's errors of these fields. */
  errors: Partial<Record<VitalSign | SignDetail, { message?: string | undefined }>> | undefined;
  /** The current values, for flags and the body mass index. */
  values: TypedVitalSigns;
  /** Null when the age is unknown: then nothing is flagged. */
  ageInMonths: number | null;
  /** The last recorded set, shown next to the weight. */
  earlier?: (VitalSigns & { recordedAt: string | null }) | undefined;
  /** Of the last other visit. Then each sign shows its value, the weight the difference, and `earlier` nothing. */
  was?: Partial<VitalSigns> | undefined;
  /** Of an open pregnancy: then fundal height, fetal heart tone and presentation have fields. */
  pregnancy?: { dueOn: string } | null | undefined;
  /** Of values that cannot be, by the growth of children. */
  beyond?: Partial<Record<VitalSign, Flag>> | undefined;
  /** After the sentence about the flags. */
  note?: ReactNode;
}

/** A phone's number pad has no slash, for which a point does; the one for whole numbers has no point. */
const keypads: Record<VitalSign, "decimal" | "numeric"> = {
  bloodPressure: "decimal",
  temperature: "decimal",
  pulse: "numeric",
  respiratoryRate: "numeric",
  oxygenSaturation: "numeric",
  weight: "decimal",
  height: "decimal",
  bloodSugar: "numeric",
  headCircumference: "decimal",
  fundalHeight: "decimal",
  fetalHeartTone: "numeric",
};

const headUntilMonths = 60;
const positionUntilMonths = 24;

/**
 * The vital signs with their units, flagged by age while they are typed. Flags never block saving. Head circumference
 * has a field below five years, and below two the way the length was measured; fundal height, fetal heart tone and
 * presentation in a pregnancy. Entered values are always shown.
 */
export function VitalSignsFields({
  register,
  errors,
  values,
  ageInMonths,
  earlier,
  was,
  pregnancy,
  beyond,
  note,
}: VitalSignsFieldsProps) {
  const today = useToday();
  const measured = readVitalSigns(values).values;
  const flags = {
    ...flagSigns(measured, {
      ageInMonths,
      adults: useAdultBands(),
      gestation: pregnancy ? gestationOn(pregnancy, today) : null,
    }),
    ...beyond,
  };
  const index = bmi(measured.weight, measured.height);
  const isYoung = (until: number) => ageInMonths !== null && ageInMonths < until;
  const shown = VITAL_SIGNS.filter(
    (sign) =>
      Boolean(values[sign]) ||
      (sign === "headCircumference" ? isYoung(headUntilMonths) : !isPrenatal(sign) || Boolean(pregnancy)),
  );
  const hints: Partial<Record<VitalSign, string | undefined>> = {};
  if (was) hints.weight = weightChange(measured.weight, was.weight);
  else if (earlier?.recordedAt && earlier.weight !== null)
    hints.weight = `${earlier.weight} on ${formatDay(manilaDay(new Date(earlier.recordedAt)))}`;
  if (index !== null) hints.height = bmiLabel(index, ageInMonths, Boolean(pregnancy));
  return (
    <div className="grid gap-3">
      <div className="text-sm text-ink-2">
        <FlagNote ageInMonths={ageInMonths} /> {note}
      </div>
      <div className="grid grid-cols-2 gap-x-2.5 gap-y-3.5 md:gap-x-5 md:gap-y-2.5">
        {shown.map((sign) => {
          const problem = errors?.[sign]?.message;
          return (
            <Field
              key={sign}
              label={VITAL_SIGN_LABELS[sign]}
              error={problem}
              className={sign === "bloodPressure" ? "max-md:col-span-2" : undefined}
            >
              <UnitInput
                unit={VITAL_SIGN_UNITS[sign]}
                flag={problem ? undefined : flags[sign]}
                note={hints[sign]}
                was={was?.[sign] == null ? undefined : `was ${valueText(sign, was[sign])}`}
                inputMode={keypads[sign]}
                {...register(sign)}
              />
            </Field>
          );
        })}
        {(isYoung(positionUntilMonths) || values.heightPosition !== "") && (
          <Field label="Length measured" error={errors?.heightPosition?.message}>
            <Select options={positions} {...register("heightPosition")} />
          </Field>
        )}
        {(values.bloodSugar || values.bloodSugarTiming) && (
          <Field label="Blood sugar taken" error={errors?.bloodSugarTiming?.message}>
            <Select options={timings} {...register("bloodSugarTiming")} />
          </Field>
        )}
        {(pregnancy || values.presentation) && (
          <Field label="Presentation" error={errors?.presentation?.message}>
            <Select options={presentationChoices} {...register("presentation")} />
          </Field>
        )}
      </div>
    </div>
  );
}

/** "1.2 kg more" than at the last visit. */
function weightChange(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before == null) return undefined;
  const grams = Math.round((now - before) * 1000);
  if (grams === 0) return "The same";
  return `${Math.abs(grams) / 1000} kg ${grams > 0 ? "more" : "less"}`;
}

const positions = [
  { value: "", label: "Lying" },
  { value: "standing", label: "Standing" },
];

const timings = [
  { value: "", label: "Not noted" },
  ...sugarTimings.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })),
];

const presentationChoices = [
  { value: "", label: "Not noted" },
  ...presentations.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })),
];

function FlagNote({ ageInMonths }: { ageInMonths: number | null }) {
  if (ageInMonths === null) return "All optional. Enter the age to see out-of-range values.";
  const whose =
    ageInMonths >= ADULT_FROM_MONTHS ? "the adult range" : `the range for age ${bandAge(ageInMonths)}`;
  return `All optional. Values outside ${whose} are highlighted; this is not a diagnosis.`;
}
