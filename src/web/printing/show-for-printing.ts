import { saveFile } from "#web/printing/save-file.ts";

/** ms for which a file remains available: a print dialog may stay open for long. */
const REVOKED_AFTER = 10 * 60_000;

let frame: HTMLIFrameElement | null = null;

/** In the page's own print dialog where the browser displays PDFs itself and there is room for a dialog. */
const printsInPlace = () =>
  navigator.pdfViewerEnabled === true && !matchMedia("(max-width: 767.98px), (pointer: coarse)").matches;

function printInPlace(address: string, otherwise: () => void): void {
  frame?.remove();
  const own = document.createElement("iframe");
  frame = own;
  own.title = "Page to print";
  own.setAttribute("aria-hidden", "true");
  own.tabIndex = -1;
  own.style.cssText = "position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0";
  own.onload = () => {
    try {
      own.contentWindow?.print();
    } catch {
      // Firefox does not allow printing from its PDF viewer.
      otherwise();
    }
  };
  own.src = address;
  document.body.append(own);
}

/**
 * A window or frame to print a PDF in. Open it in the click handler, before the PDF is fetched: browsers block
 * windows that are opened later.
 */
export function openForPrinting(): { show: (file: Blob, name: string) => void; giveUp: () => void } {
  const inPlace = printsInPlace();
  const tab = inPlace ? null : window.open("", "_blank");
  return {
    show(file, name) {
      const address = URL.createObjectURL(file);
      setTimeout(() => URL.revokeObjectURL(address), REVOKED_AFTER);
      const openTab = () => {
        if (!window.open(address, "_blank")) saveFile(file, name);
      };
      if (inPlace) printInPlace(address, openTab);
      else if (tab && !tab.closed) tab.location.href = address;
      else saveFile(file, name);
    },
    giveUp: () => tab?.close(),
  };
}
