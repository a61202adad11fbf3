import type { BillDraft } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { chosenDoctor, practisingDoctors } from "#server/practitioners.ts";
import { billedLines } from "#shared/billing/spread.ts";
import { invalidField } from "#shared/errors.ts";
import { centavos } from "#shared/formats/money.ts";
import { sharesNow } from "./doctor-shares.ts";
import { addBilledEntries } from "./statement-entries.ts";

type Line = { description: string; quantity: number; amount: string };

export const namesDoctor = ({ practitionerId, lines }: BillDraft): boolean =>
  practitionerId !== undefined || lines.some((line) => line.practitionerId !== undefined);

/** The practitioner of each line of a new bill. None where fewer than two doctors practise: there it goes without saying. */
export async function doctorsOfDraft(clinic: ClinicScope, draft: BillDraft): Promise<number[]> {
  const { practitionerId, visitId, lines } = draft;
  const doctors = await practisingDoctors(clinic);
  for (const [index, line] of lines.entries())
    if (line.practitionerId !== undefined && !doctors.some(({ id }) => id === line.practitionerId))
      throw invalidField(
        `lines.${index}.practitionerId`,
        "This doctor does not see patients here. Choose another.",
      );
  if (practitionerId !== undefined) chosenDoctor(doctors, clinic.userId, practitionerId);
  if (doctors.length < 2) return [];
  const others = async () => {
    const ofVisit =
      practitionerId === undefined && visitId ? await doctorOfVisit(clinic, visitId) : undefined;
    const asked = practitionerId ?? (doctors.some(({ id }) => id === ofVisit) ? ofVisit : undefined);
    return chosenDoctor(doctors, clinic.userId, asked)?.id;
  };
  const isWhole = lines.every((line) => line.practitionerId !== undefined);
  const ofBill = isWhole ? undefined : await others();
  return lines.map((line) => line.practitionerId ?? (ofBill as number));
}

const doctorOfVisit = async (clinic: ClinicScope, id: number): Promise<number | undefined> =>
  (
    await clinic.db
      .selectFrom("visits")
      .select("practitionerId")
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .executeTakeFirst()
  )?.practitionerId;

/** Stores what each line of a new bill is to its doctor, by the shares of now. */
export async function addLinesOfDoctors(
  clinic: ClinicScope,
  bill: { billId: number; day: string },
  {
    lines,
    doctors,
    due,
    approved,
  }: {
    lines: readonly Line[];
    doctors: readonly number[];
    due: string;
    approved: string | null;
  },
): Promise<void> {
  const shareOf = await sharesNow(clinic);
  const billed = billedLines(
    lines.map(({ description, quantity, amount }, index) => ({
      quantity,
      charged: BigInt(quantity) * centavos(amount),
      share: shareOf(doctors[index] as number, description),
    })),
    { due: centavos(due), approved: centavos(approved ?? "0") },
  );
  await addBilledEntries(
    clinic,
    bill,
    billed.map((line, index) => ({ ...line, practitionerId: doctors[index] as number })),
  );
}
