import { ScanQrCode } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";

const ScanCardDialog = lazyPart(() => import("./ScanCardDialog.tsx"), "ScanCardDialog");

/** When a browser hides the camera only because the address is plain http, the dialog explains that. */
const mayHaveCamera = () =>
  window.isSecureContext === false || navigator.mediaDevices?.getUserMedia !== undefined;

/** Reads the number of a patient's card with the camera. */
export function ScanCardButton({ onNumber }: { onNumber: (number: string) => void }) {
  const [shown, setShown] = useState<"no" | "loading" | "yes">("no");
  if (!mayHaveCamera()) return null;
  const open = async () => {
    setShown("loading");
    await ScanCardDialog.preload();
    setShown("yes");
  };
  const close = () => setShown("no");
  return (
    <>
      <Button
        variant="ghost"
        icon={<ScanQrCode />}
        busy={shown === "loading"}
        onClick={() => void open()}
        onPointerEnter={() => void ScanCardDialog.preload()}
      >
        <span className="max-md:sr-only">Scan card</span>
      </Button>
      {shown === "yes" && (
        <Suspense fallback={null}>
          <ScanCardDialog
            onNumber={(number) => {
              close();
              onNumber(number);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
