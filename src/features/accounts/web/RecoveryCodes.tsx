import { Copy, Download, Printer } from "lucide-react";
import { useRef } from "react";
import { copyShown } from "#web/printing/copy-shown.ts";
import { printText } from "#web/printing/print-text.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

/** Shows the recovery codes, which happens once. */
export function RecoveryCodes({
  codes,
  email,
  onSaved,
}: {
  codes: readonly string[];
  email: string;
  onSaved: () => unknown;
}) {
  const shown = useRef<HTMLElement>(null);
  const title = "Klinika recovery codes";
  const text = `${email}\n\n${codes.join("\n")}\n\nEach code works once.\n`;
  const copy = async () => {
    if (shown.current && (await copyShown(shown.current)))
      notify({ kind: "success", title: "Copied to clipboard" });
    else notify({ kind: "error", title: "Not copied", description: "Press Ctrl+C, or write them down." });
  };
  return (
    <div className="grid gap-4">
      <p className="text-pretty">
        Without your phone, each of these codes signs you in once. Print them and keep them away from this
        computer. They will not be shown again.
      </p>
      <code
        ref={shown}
        className="block columns-2 gap-6 rounded-md border border-line-strong bg-paper px-4 py-3 text-center font-mono text-sm/7 whitespace-pre-line select-all"
      >
        {codes.join("\n")}
      </code>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          className="flex-1"
          icon={<Download />}
          onClick={() =>
            saveFile(new Blob([`${title}\n${text}`], { type: "text/plain" }), "klinika-recovery-codes.txt")
          }
        >
          Download
        </Button>
        <Button className="flex-1" icon={<Printer />} onClick={() => printText(title, text)}>
          Print
        </Button>
      </div>
      <Button variant="primary" block data-autofocus="" onClick={() => void onSaved()}>
        I Saved My Codes
      </Button>
    </div>
  );
}
