import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { readCodes } from "./read-codes.ts";

export type ScannerProblem =
  | "insecure"
  | "missing"
  | "denied"
  | "busy"
  | "stopped"
  | "failed"
  /** Left on, it would film the room. */
  | "idle"
  /** The camera works, but the reader failed to load. */
  | "unreadable";

export type ScannerState = "starting" | "slow" | "on" | ScannerProblem;

/** ms after which the dialog says that starting takes long. */
const SLOW_AFTER = 4000;

/** ms without a card after which the camera is turned off. */
const IDLE_AFTER = 120_000;

const wanted: MediaStreamConstraints = {
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

/**
 * Shows the camera in this video and reads codes. The camera is off as soon as the page is hidden or the component
 * unmounts, and on again with the page.
 */
export function useScanner(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void) {
  const [state, setState] = useState<ScannerState>("starting");
  const [isFront, setFront] = useState(false);
  const [tries, setTries] = useState(0);
  const take = useEffectEvent(onText);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try starts the camera again
  useEffect(() => {
    const shown = video.current;
    if (!shown) return;
    const on = () => {
      setState("starting");
      return startCamera(shown, {
        onSlow: () => setState("slow"),
        onStarted: (facing) => {
          setFront(facing !== "environment");
          setState("on");
        },
        onText: take,
        onProblem: setState,
      });
    };
    let off = on();
    const look = () => {
      off();
      if (document.visibilityState === "visible") off = on();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      off();
    };
  }, [video, tries]);
  return { state, isFront, retry: () => setTries(tries + 1) };
}

type ScannerCallbacks = {
  onSlow: () => void;
  onStarted: (facing: string | undefined) => void;
  onText: (text: string) => void;
  onProblem: (problem: ScannerProblem) => void;
};

/** Returns a function that turns it off, even while it is starting. */
function startCamera(
  video: HTMLVideoElement,
  { onSlow, onStarted, onText, onProblem }: ScannerCallbacks,
): () => void {
  let stream: MediaStream | undefined;
  let stopReading: (() => void) | undefined;
  let isOff = false;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const slow = setTimeout(onSlow, SLOW_AFTER);
  const off = () => {
    isOff = true;
    clearTimeout(slow);
    clearTimeout(idle);
    stopReading?.();
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const fail = (problem: ScannerProblem) => {
    if (isOff) return;
    off();
    onProblem(problem);
  };
  const start = async () => {
    // On plain http browsers hide the camera API.
    if (!window.isSecureContext) return fail("insecure");
    stream = await navigator.mediaDevices.getUserMedia(wanted);
    if (isOff) return off();
    const [track] = stream.getVideoTracks();
    track?.addEventListener("ended", () => fail("stopped"));
    video.srcObject = stream;
    await video.play();
    if (isOff) return;
    clearTimeout(slow);
    onStarted(track?.getSettings().facingMode);
    idle = setTimeout(() => fail("idle"), IDLE_AFTER);
    stopReading = readCodes(video, { onText, onFailed: () => fail("unreadable") });
  };
  start().catch((error: unknown) => fail(problemOf(error)));
  return off;
}

/** https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
function problemOf(error: unknown): ScannerProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "failed";
}
