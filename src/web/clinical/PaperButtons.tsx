import { Download, Printer } from "lucide-react";
import type { Pdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";

/** Print and Download PDF of a saved record; errors are shown in the dialog's `footNote`. */
export function PaperButtons({ paper, held }: { paper: Pdf; held?: object | undefined }) {
  return (
    <>
      <Button
        {...held}
        icon={<Printer />}
        onClick={() => void paper.fetch("print")}
        busy={paper.fetching === "print"}
        className="max-md:flex-1"
      >
        Print
      </Button>
      <Button
        {...held}
        icon={<Download />}
        onClick={() => void paper.fetch("download")}
        busy={paper.fetching === "download"}
        className="max-md:flex-1"
      >
        Download PDF
      </Button>
    </>
  );
}
