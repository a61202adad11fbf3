/** For an uploaded photo or logo. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** The accepted types for a file dialog; the server checks the bytes. */
export const pictureTypes = "image/png,image/jpeg,image/webp,image/gif";
