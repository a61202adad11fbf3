import { MAX_SIGNATURE_BYTES, type OwnSignature } from "#features/signatures/contract.ts";
import { writeAccountHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import type { ReceivedFiles } from "#server/http/receive-files.ts";
import { redrawPicture } from "#server/storage/images.ts";
import { Failure } from "#shared/errors.ts";

/** Pixels, from sharp in print to what a photograph of a signature still fits in. */
const WIDTHS = [900, 600, 400];

/** @throws Failure 413 or 415 with fields.signature */
export async function redrawnSignature(
  clinicId: number,
  { accepted, refused }: ReceivedFiles,
): Promise<Buffer> {
  const [signature] = accepted;
  const refuse = (code: Failure["code"], message: string) =>
    new Failure(code, message, { fields: { signature: message } });
  if (!signature) throw refuse(refused[0]?.code ?? "invalid", refused[0]?.reason ?? "Send one picture.");
  const bytes = await signature.read(0, signature.size);
  for (const width of WIDTHS) {
    const picture = await redrawPicture(
      clinicId,
      bytes,
      { width, height: width / 2, fit: "inside", as: "png" },
      "signature",
    );
    if (picture.byteLength <= MAX_SIGNATURE_BYTES) return picture;
  }
  throw refuse("too_large", "This picture has too many details for a signature. Crop it to the signature.");
}

const inUse = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("signatures")
    .select(["image", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endedAt", "is", null);

export async function readSignature(clinic: ClinicScope): Promise<OwnSignature> {
  const row = await inUse(clinic).executeTakeFirst();
  return {
    image: row ? `data:image/png;base64,${row.image.toString("base64")}` : null,
    savedAt: row?.createdAt ?? null,
  };
}

/** Ends the one in use. @returns whether there was one */
async function endSignature(clinic: ClinicScope, now: Date): Promise<boolean> {
  const ended = await clinic.db
    .updateTable("signatures")
    .set({ endedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Call it in a transaction. */
export async function setSignature(clinic: ClinicScope, image: Buffer, now: Date): Promise<OwnSignature> {
  await lockInTransaction(clinic, `signature of ${clinic.userId}`);
  await endSignature(clinic, now);
  await clinic.db
    .insertInto("signatures")
    .values({ clinicId: clinic.id, userId: clinic.userId, image, createdAt: now.toISOString() })
    .execute();
  await writeAccountHistory(clinic, "account.signature", clinic.userId);
  return readSignature(clinic);
}

export const removeSignature = (clinic: ClinicScope, now: Date): Promise<OwnSignature> =>
  clinic.transaction(async (joined) => {
    await lockInTransaction(joined, `signature of ${joined.userId}`);
    if (await endSignature(joined, now))
      await writeAccountHistory(joined, "account.signatureRemoved", joined.userId);
    return readSignature(joined);
  });
