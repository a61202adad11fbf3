import { Check, Copy, Download, type LucideIcon, Printer } from "lucide-react";
import { Fragment, useRef, useState } from "react";
import { formatClock } from "#shared/formats/dates.ts";
import { dateNow } from "#web/clock.ts";
import { copyShown } from "#web/printing/copy-shown.ts";
import { printText } from "#web/printing/print-text.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { notify } from "#web/ui/overlays/notify.ts";

const title = "Klinika recovery codes";

/** A way to keep the codes, and its word once it was used. */
const ways: readonly (readonly [label: string, done: string, icon: LucideIcon])[] = [
  ["Copy", "Copied", Copy],
  ["Download", "Downloaded", Download],
  ["Print", "Printed", Printer],
];
type SavedCodes = { done: string; at: Date };

/**
 * Shows the recovery codes, which happens once. The six digits before them submit themselves, so a habitual Enter arrives
 * here: the focus belongs on the title above, and the last button waits until the codes are copied, downloaded or printed.
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
  const shown = useRef<HTMLOListElement>(null);
  const [saved, setSaved] = useState<readonly SavedCodes[]>([]);
  const last = saved.at(-1);
  const text = `${email}\n\n${codes.join("\n")}\n\nEach code works once.\n`;
  const keep = async (done: string): Promise<boolean> => {
    if (done === "Copied") return shown.current !== null && (await copyShown(shown.current));
    if (done === "Printed") printText(title, text);
    else saveFile(new Blob([`${title}\n${text}`], { type: "text/plain" }), "klinika-recovery-codes.txt");
    return true;
  };
  const use = async (done: string) => {
    if (await keep(done)) setSaved((before) => [...before, { done, at: dateNow() }]);
    else notify({ kind: "error", title: "Not copied", description: "Print or download them instead." });
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm text-pretty text-ink-2">
        Without your phone, each of these codes logs you in once. Print them and keep them away from this
        computer. They will not be shown again.
      </p>
      <section
        aria-label="Recovery codes"
        className="rounded-md border border-line-strong bg-paper px-4 py-3"
      >
        <ol
          ref={shown}
          className="ml-6 grid list-decimal grid-cols-2 gap-2 font-medium tracking-wide select-all"
        >
          {codes.map((code, index) => (
            <Fragment key={code}>
              {index > 0 && "\n"}
              <li>{code}</li>
            </Fragment>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2">
        {ways.map(([label, done, Icon]) => {
          const isUsed = saved.some((each) => each.done === done);
          return (
            <Button
              key={label}
              icon={isUsed ? <Check /> : <Icon />}
              className={cx("flex-1", isUsed && "bg-ok-bg! text-ok!")}
              onClick={() => void use(done)}
            >
              {isUsed ? done : label}
            </Button>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <p id="codes-saved" role="status" className="flex-1 text-sm text-ink-2">
          {last ? `${last.done} ${formatClock(last.at)}.` : "Copy, download or print them first."}
        </p>
        <Button
          variant="primary"
          disabled={!last}
          aria-describedby="codes-saved"
          onClick={() => void onSaved()}
        >
          I Saved My Codes
        </Button>
      </div>
    </div>
  );
}
