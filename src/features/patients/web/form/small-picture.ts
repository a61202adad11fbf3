import { MAX_PICTURE_BYTES } from "#shared/pictures.ts";

/** Pixels of the longer side: far more than is kept. */
const SIDE = 1024;

/**
 * A phone's photo is larger than the server takes, and slow to send: it is drawn smaller first. What this browser
 * cannot draw goes as it is, and the server says what is wrong with it.
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
