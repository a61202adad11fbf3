import { createHash } from "node:crypto";
import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import type { ReceivedFiles } from "#server/http/receive-files.ts";
import { redrawPicture } from "#server/storage/images.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { type ClinicSettings, clinicLogo } from "../contract.ts";
import { writeClinic } from "./queries.ts";

/** The longest side in pixels: twice the largest size on a screen, and sharp in print. */
const SIDE = 400;

/** @throws Failure 413 or 415 with fields.logo. */
export async function resizedLogo(clinicId: number, { accepted, refused }: ReceivedFiles): Promise<Buffer> {
  const [logo] = accepted;
  if (!logo) {
    const message = refused[0]?.reason ?? "Send one picture.";
    throw new Failure(refused[0]?.code ?? "invalid", message, { fields: { logo: message } });
  }
  return redrawPicture(
    clinicId,
    await logo.read(0, logo.size),
    { width: SIDE, height: SIDE, fit: "inside", as: "png" },
    "logo",
  );
}

export function setLogo(clinic: ClinicScope, picture: Buffer, now: Date): Promise<ClinicSettings> {
  const name = createHash("sha256").update(picture).digest("hex").slice(0, 16);
  return writeClinic(clinic, { logo: picture, logoUrl: `${clinicLogo.path}?v=${name}` }, now);
}

/** Repeating it changes nothing. */
export const removeLogo = (clinic: ClinicScope, now: Date): Promise<ClinicSettings> =>
  writeClinic(clinic, { logo: null, logoUrl: null }, now);

/** The picture, and whether the requested name is the current one; a name never gets another picture. */
export async function readLogo(clinic: ClinicScope, name: string | undefined) {
  const { logo, logoUrl } = await clinic.db
    .selectFrom("clinics")
    .select(["logo", "logoUrl"])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  if (!logo) throw notFound("Logo");
  return {
    isLasting: name !== undefined && logoUrl?.endsWith(`?v=${name}`) === true,
    file: new FileAnswer({ bytes: logo, type: "image/png", name: "logo.png", disposition: "inline" }),
  };
}
