import { MAX_PICTURE_BYTES } from "#shared/pictures.ts";

/** Pixels of the longer side; more than the server stores. */
const SIDE = 1024;

/**
 * Phone photos exceed the server's limit and upload slowly, so the browser scales them down first. A file that it
 * cannot decode is sent unchanged, and the server reports what is wrong.
 */
export async function smallPicture(file: File): Promise<File> {
  if (file.size <= MAX_PICTURE_BYTES / 4 || typeof createImageBitmap === "undefined") return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    return drawn ? new File([drawn], "photo.jpg", { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
}
