import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- the address, which the bundler makes the default export
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";

// The legacy build: a clinic's tablet may be years old.
GlobalWorkerOptions.workerSrc = worker;
const resources = `/assets/pdfjs-${version}`;

/** Width and height of a page at its own size, in CSS pixels. */
type Size = { width: number; height: number };

/** Opens the file in the worker; closes it again with the view. */
export function usePdf(file: Blob, onProblem: (reason: string) => void) {
  const [opened, setOpened] = useState<{ document: PDFDocumentProxy; first: Size } | null>(null);
  const fail = useRef(onProblem);
  fail.current = onProblem;
  useEffect(() => {
    let isGone = false;
    let close = () => {};
    const open = async () => {
      const data = new Uint8Array(await file.arrayBuffer());
      if (isGone) return;
      const loading = getDocument({
        data,
        // The page's content security policy allows neither.
        isEvalSupported: false,
        useWasm: false,
        wasmUrl: `${resources}/wasm/`,
        cMapUrl: `${resources}/cmaps/`,
        cMapPacked: true,
        standardFontDataUrl: `${resources}/standard_fonts/`,
      });
      close = () => void loading.destroy();
      const document = await loading.promise;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!isGone) setOpened({ document, first: { width, height } });
    };
    open().catch((error: unknown) => {
      if (isGone) return;
      fail.current(
        error instanceof Error && error.name === "PasswordException"
          ? "This PDF is protected by a password."
          : "This PDF is damaged and cannot be shown.",
      );
    });
    return () => {
      isGone = true;
      close();
    };
  }, [file]);
  return opened;
}
