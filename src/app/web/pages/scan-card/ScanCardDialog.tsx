import { CameraOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { Spinner } from "#web/ui/feedback/Spinner.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { cardNumber } from "./card-number.ts";
import { type ScannerProblem, type ScannerState, useScanner } from "./use-scanner.ts";

interface ScanCardProps {
  onNumber: (number: string) => void;
  onClose: () => void;
}

/** The camera's video, until it shows the QR code of a patient's card. */
export function ScanCardDialog({ onNumber, onClose }: ScanCardProps) {
  // The search dialog stays open when Back leaves this page; the camera must not.
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    const back = () => leave();
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  return (
    <Dialog open onClose={onClose} title="Scan card" size="sm">
      <Viewfinder onNumber={onNumber} />
    </Dialog>
  );
}

/** A separate component: the dialog's content mounts later than the dialog. */
function Viewfinder({ onNumber }: Pick<ScanCardProps, "onNumber">) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOther, setOther] = useState(false);
  const { state, isFront, retry } = useScanner(video, (text) => {
    const number = cardNumber(text);
    if (number === null) setOther(true);
    else onNumber(number);
  });
  const problem = isProblem(state) ? problems[state] : null;
  return (
    <>
      <div className={cx("grid justify-items-center gap-3", problem && "hidden")}>
        <div
          aria-hidden="true"
          className="relative grid w-full place-items-center overflow-hidden rounded-md bg-ink"
          style={{ aspectRatio: 1, maxWidth: "60dvh" }}
        >
          <video
            ref={video}
            muted
            playsInline
            // A front camera is mirrored, as users expect.
            className="absolute inset-0 size-full object-cover"
            style={{ transform: isFront ? "scaleX(-1)" : "none" }}
          />
          {state === "on" ? (
            <span className="absolute rounded-lg border-2 border-current text-white" style={frame} />
          ) : (
            <Spinner className="size-6 text-white" />
          )}
        </div>
        <p role="status" className="min-h-10 text-center text-sm text-balance text-ink-2">
          {!isProblem(state) && (state === "on" && isOther ? otherCode : hints[state])}
        </p>
      </div>
      {problem && (
        <ErrorState
          icon={<CameraOff />}
          title={problem.title}
          why={problem.why}
          onRetry={state === "insecure" ? undefined : retry}
        />
      )}
    </>
  );
}

/** Inline, since nothing else needs these styles and every first load brings the style sheet. */
const frame = { inset: "14%", boxShadow: "0 0 0 100vmax rgb(0 0 0 / 0.4)" };

const isProblem = (state: ScannerState): state is ScannerProblem => state in problems;

const hints = {
  starting: "Starting the camera. If the browser asks, allow it.",
  slow: "The camera is still starting. If your browser asks, allow it, or close this and type the number on the card.",
  on: "Hold the card's QR code inside the frame.",
};

const otherCode =
  "This isn't a patient card. Hold the card's QR code in the frame, or close this and type the number on it.";

const problems: Record<ScannerProblem, { title: string; why: string }> = {
  insecure: {
    title: "The camera needs a secure address.",
    why: "Browsers allow the camera on https addresses only. Ask your administrator for one, or type the number on the card.",
  },
  missing: {
    title: "No camera found.",
    why: "Connect one and try again, or type the number on the card.",
  },
  denied: {
    title: "The camera is blocked.",
    why: "Allow the camera for this site in your browser or device settings, then try again. Or type the number on the card.",
  },
  busy: {
    title: "The camera is in use.",
    why: "Close other apps that use it, such as a video call, then try again. Or type the number on the card.",
  },
  stopped: {
    title: "The camera stopped.",
    why: "Check that it's connected and try again, or type the number on the card.",
  },
  failed: {
    title: "The camera did not start.",
    why: "Try again, or type the number on the card.",
  },
  idle: {
    title: "The camera was turned off.",
    why: "No card was found for two minutes. Try again, or type the number on the card.",
  },
  unreadable: {
    title: "Cards can't be read right now.",
    why: "Part of Klinika could not be loaded. Check your connection and try again, or type the number on the card.",
  },
};
