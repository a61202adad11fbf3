import { type MedicineName, medicineName } from "./generic-first.ts";

type Prescribed = MedicineName & { dosage: string; frequency: string; duration: string };

/** Medicines of prescriptions a line each: "losartan 50 mg tablet (Cozaar): 1 tab, OD, 30 days". */
export const prescribedText = (medications: readonly Prescribed[]): string =>
  medications
    .map((medicine) => {
      const directions = [medicine.dosage, medicine.frequency, medicine.duration].filter(Boolean).join(", ");
      return [medicineName(medicine), directions].filter(Boolean).join(": ");
    })
    .join("\n");
