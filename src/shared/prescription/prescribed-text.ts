import { type MedicineName, medicineName } from "./generic-first.ts";
import { safeMedicine } from "./safe-doses.ts";

type Prescribed = MedicineName & {
  dosage: string;
  frequency: string;
  duration: string;
  quantity?: string | null | undefined;
  instructions?: string | null | undefined;
};

/** Medicines of prescriptions a line each: "losartan 50 mg tablet (Cozaar): 1 tab, OD, 30 days, quantity 30". */
export const prescribedText = (medications: readonly Prescribed[]): string =>
  medications
    .map((typed) => {
      const medicine = safeMedicine(typed);
      const directions = [
        medicine.dosage,
        medicine.frequency,
        medicine.duration,
        medicine.quantity && `quantity ${medicine.quantity}`,
        medicine.instructions,
      ];
      return [medicineName(medicine), directions.filter(Boolean).join(", ")].filter(Boolean).join(": ");
    })
    .join("\n");
