import { Copy, Download, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { copyShown } from "#web/printing/copy-shown.ts";
import { printText } from "#web/printing/print-text.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

/**
 * Shows the recovery codes, which happens once. The six digits before them submit themselves, so a habitual Enter arrives
 * here: the focus is on the text, and the last button waits until the codes are copied, downloaded or printed.
 */
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
  const codesBox = useRef<HTMLElement>(null);
  useEffect(() => codesBox.current?.focus(), []);
  const [isSaved, setSaved] = useState(false);
  const title = "Klinika recovery codes";
  const text = `${email}\n\n${codes.join("\n")}\n\nEach code works once.\n`;
  const copy = async () => {
    if (shown.current && (await copyShown(shown.current))) {
      notify({ kind: "success", title: "Copied to clipboard" });
      setSaved(true);
    } else notify({ kind: "error", title: "Not copied", description: "Print or download them instead." });
  };
  return (
    <div className="grid gap-4">
      <p className="text-pretty">
        Without your phone, each of these codes signs you in once. Print them and keep them away from this
        computer. They will not be shown again.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where reading begins */}
      <section ref={codesBox} aria-label="Recovery codes" tabIndex={0} data-autofocus="">
        <code
          ref={shown}
          className="block columns-2 gap-6 rounded-md border border-line-strong bg-paper px-4 py-3 text-center font-mono text-sm/7 whitespace-pre-line select-all"
        >
          {codes.join("\n")}
        </code>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          className="flex-1"
          icon={<Download />}
          onClick={() => {
            saveFile(new Blob([`${title}\n${text}`], { type: "text/plain" }), "klinika-recovery-codes.txt");
            setSaved(true);
          }}
        >
          Download
        </Button>
        <Button
          className="flex-1"
          icon={<Printer />}
          onClick={() => {
            printText(title, text);
            setSaved(true);
          }}
        >
          Print
        </Button>
      </div>
      <Button
        variant="primary"
        block
        disabled={!isSaved}
        aria-describedby={isSaved ? undefined : "save-first"}
        onClick={() => void onSaved()}
      >
        I Saved My Codes
      </Button>
      {!isSaved && (
        <p id="save-first" className="text-center text-sm text-ink-3">
          Copy, download or print them first.
        </p>
      )}
    </div>
  );
}
