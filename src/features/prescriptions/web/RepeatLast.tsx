import { History } from "lucide-react";
import { ariaKeys, keysOf } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";

/** Copies medicines, diagnosis and instructions of the patient's newest prescription. */
export function RepeatLast({ last }: { last: { label: string; press: () => void } }) {
  return (
    <Button
      size="sm"
      icon={<History />}
      onClick={last.press}
      title={keysOf("repeat").join("+")}
      aria-keyshortcuts={ariaKeys("repeat")}
      className="justify-self-start"
    >
      {last.label}
    </Button>
  );
}
