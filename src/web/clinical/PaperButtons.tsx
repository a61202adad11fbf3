import { Download, Printer, Share2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { canShareFiles } from "#web/printing/share-file.ts";
import type { Pdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";

type PdfButtonProps = { paper: Pdf; held?: object | undefined } & Pick<
  ComponentProps<typeof Button>,
  "size" | "className"
>;

/** Print, Download PDF and Share of a saved record; errors are shown in the dialog's `footNote`. */
export function PaperButtons(props: Pick<PdfButtonProps, "paper" | "held">) {
  const each = { ...props, className: "max-md:flex-1" };
  return (
    <>
      <PdfButton {...each} act="print" icon={<Printer />} label="Print" />
      <PdfButton {...each} act="download" icon={<Download />} label="Download PDF" />
      <ShareButton {...each} />
    </>
  );
}

/** Print and Share in the head of a section, whose errors are shown by `PaperFailure`. */
export const SmallPaperButtons = ({ paper, children = "Print" }: { paper: Pdf; children?: string }) => (
  <>
    <Button
      size="sm"
      icon={<Printer />}
      busy={paper.fetching === "print"}
      onClick={() => void paper.fetch("print")}
    >
      {children}
    </Button>
    <ShareButton paper={paper} size="sm" />
  </>
);

/** Above a section's content. */
export const PaperFailure = ({ paper: { failure } }: { paper: Pdf }) =>
  failure && (
    <div role="alert" className="px-4 pt-3">
      <FieldError>{failure}</FieldError>
    </div>
  );

/** Hands the PDF to another app, where the device can. */
export const ShareButton = (props: PdfButtonProps) =>
  canShareFiles() && <PdfButton {...props} act="share" icon={<Share2 />} label="Share" />;

const PdfButton = ({
  paper,
  held,
  act,
  label,
  ...look
}: PdfButtonProps & { act: "print" | "download" | "share"; icon: ReactNode; label: string }) => (
  <Button {...held} {...look} onClick={() => void paper.fetch(act)} busy={paper.fetching === act}>
    {label}
  </Button>
);
