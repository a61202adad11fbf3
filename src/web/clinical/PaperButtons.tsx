import { Download, Printer, Share2 } from "lucide-react";
import type { ComponentProps } from "react";
import { canShareFiles } from "#web/printing/share-file.ts";
import type { Pdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";

/** Print, Download PDF and Share of a saved record; errors are shown in the dialog's `footNote`. */
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
      <ShareButton paper={paper} held={held} className="max-md:flex-1" />
    </>
  );
}

/** Hands the PDF to another app, where the device can. */
export function ShareButton({
  paper,
  held,
  ...look
}: { paper: Pdf; held?: object | undefined } & Pick<ComponentProps<typeof Button>, "size" | "className">) {
  if (!canShareFiles()) return null;
  return (
    <Button
      {...held}
      {...look}
      icon={<Share2 />}
      onClick={() => void paper.fetch("share")}
      busy={paper.fetching === "share"}
    >
      Share
    </Button>
  );
}
