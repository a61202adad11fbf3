import { MAX_SIGNATURE_BYTES } from "#features/signatures/contract.ts";

/** Pixels across; the server stores no more. */
const WIDTH = 900;

/**
 * A photograph of a signature, as small as the server takes it; a picture that may be transparent stays so. A file that the
 * browser cannot decode is sent unchanged, and the server says what is wrong.
 */
export async function fittingPicture(file: File): Promise<File> {
  if (file.size <= MAX_SIGNATURE_BYTES || typeof createImageBitmap === "undefined") return file;
  const type = file.type === "image/png" || file.type === "image/webp" ? "image/png" : "image/jpeg";
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, WIDTH / picture.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
    return drawn ? new File([drawn], file.name, { type }) : file;
  } catch {
    return file;
  }
}
