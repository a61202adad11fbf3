import { Download, Printer } from "lucide-react";
import type { Pdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";

const icon = { "aria-hidden": true, className: "size-4", strokeWidth: 1.75 } as const;

/** Print and Download PDF of something saved; its failure stands in the dialog's `footNote`. */
export function PaperButtons({ paper, held }: { paper: Pdf; held?: object | undefined }) {
  return (
    <>
      <Button
        {...held}
        icon={<Printer {...icon} />}
        onClick={() => void paper.fetch("print")}
        busy={paper.fetching === "print"}
        className="max-md:flex-1"
      >
        Print
      </Button>
      <Button
        {...held}
        icon={<Download {...icon} />}
        onClick={() => void paper.fetch("download")}
        busy={paper.fetching === "download"}
        className="max-md:flex-1"
      >
        Download PDF
      </Button>
    </>
  );
}
