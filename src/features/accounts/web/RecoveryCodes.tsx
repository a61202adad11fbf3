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
type Kept = { done: string; at: Date };

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
  const shown = useRef<HTMLElement>(null);
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const last = kept.at(-1);
  const text = `${email}\n\n${codes.join("\n")}\n\nEach code works once.\n`;
  const keep = async (done: string): Promise<boolean> => {
    if (done === "Copied") return shown.current !== null && (await copyShown(shown.current));
    if (done === "Printed") printText(title, text);
    else saveFile(new Blob([`${title}\n${text}`], { type: "text/plain" }), "klinika-recovery-codes.txt");
    return true;
  };
  const use = async (done: string) => {
    if (await keep(done)) setKept((before) => [...before, { done, at: dateNow() }]);
    else notify({ kind: "error", title: "Not copied", description: "Print or download them instead." });
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm text-pretty text-ink-2">
        Without your phone, each of these codes signs you in once. Print them and keep them away from this
        computer. They will not be shown again.
      </p>
      <section
        aria-label="Recovery codes"
        className="rounded-md border border-line-strong bg-paper px-4 py-2 md:px-6"
      >
        <code
          ref={shown}
          className="grid grid-cols-2 gap-x-6 font-sans text-md font-medium tracking-wide tabular-nums md:text-lg select-all [counter-reset:code]"
        >
          {codes.map((code, index) => (
            <Fragment key={code}>
              {index > 0 && "\n"}
              <span className="flex items-baseline gap-3 border-line py-1.5 whitespace-nowrap not-nth-[-n+2]:border-t [counter-increment:code] before:w-4 before:text-right before:text-xs before:font-normal before:text-ink-3 before:content-[counter(code)]">
                {code}
              </span>
            </Fragment>
          ))}
        </code>
      </section>
      <div className="grid grid-cols-3 gap-2">
        {ways.map(([label, done, Icon]) => {
          const isUsed = kept.some((each) => each.done === done);
          return (
            <Button
              key={label}
              icon={isUsed ? <Check /> : <Icon />}
              className={cx("px-1!", isUsed && "border-ok-line! bg-ok-bg! text-ok!")}
              onClick={() => void use(done)}
            >
              {isUsed ? done : label}
            </Button>
          );
        })}
      </div>
      <div className="-mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 pt-3 md:-mx-5 md:px-5">
        <p id="codes-kept" role="status" className="flex-1 text-sm text-ink-2 max-md:basis-full">
          {last ? `${last.done} ${formatClock(last.at)}.` : "Copy, download or print them first."}
        </p>
        <Button
          variant="primary"
          disabled={!last}
          aria-describedby="codes-kept"
          className="max-md:w-full"
          onClick={() => void onSaved()}
        >
          I Saved My Codes
        </Button>
      </div>
    </div>
  );
}
