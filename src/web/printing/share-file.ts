let canShare: boolean | undefined;

/** Whether this device can hand a PDF to another app: phones and some computers, over https. */
export function canShareFiles(): boolean {
  canShare ??=
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [new File(["%PDF"], "paper.pdf", { type: "application/pdf" })] });
  return canShare;
}

/** @returns false when the press was too long ago for the browser, so that it must be repeated */
export async function shareFile(file: Blob, name: string): Promise<boolean> {
  try {
    await navigator.share({ files: [new File([file], name, { type: "application/pdf" })] });
    return true;
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : "";
    if (reason === "AbortError") return true;
    if (reason === "NotAllowedError") return false;
    throw error;
  }
}
