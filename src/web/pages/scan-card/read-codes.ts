/** ms between two pictures. */
const PAUSE = 100;

/** px. A card held at arm's length is still read; more would only take longer. */
const SIDE = 640;

/** The browser's own reader, where it has one (https://wicg.github.io/shape-detection-api). */
type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> };
type Detectors = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/**
 * Reads QR codes in the middle of the video, which is what the user sees of it, one picture after the other until it
 * is stopped. No picture leaves the browser.
 */
export function readCodes(
  video: HTMLVideoElement,
  { onText, onFailed }: { onText: (text: string) => void; onFailed: () => void },
): () => void {
  const canvas = document.createElement("canvas");
  let detector = ownDetector();
  let library: Library | undefined;
  let isOver = false;

  const readOne = async (): Promise<string | null> => {
    if (!draw(video, canvas)) return null;
    const own = await detector;
    if (own)
      try {
        return (await own.detect(canvas))[0]?.rawValue ?? null;
      } catch {
        // Offered, and yet not there: on Android without Google's services.
        detector = Promise.resolve(null);
      }
    library ??= startLibrary();
    return library.read(canvas);
  };
  const readAll = async () => {
    while (!isOver) {
      const text = await readOne();
      if (text && !isOver) onText(text);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  };
  readAll().catch(() => isOver || onFailed());
  return () => {
    isOver = true;
    library?.stop();
  };
}

/** The largest square of the video's middle; false while it has no picture. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  if (side === 0) return false;
  canvas.width = Math.min(side, SIDE);
  canvas.height = canvas.width;
  canvas
    .getContext("2d", { willReadFrequently: true })
    ?.drawImage(
      video,
      (videoWidth - side) / 2,
      (videoHeight - side) / 2,
      side,
      side,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  return true;
}

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors };
  try {
    const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
    return BarcodeDetector && formats.includes("qr_code")
      ? new BarcodeDetector({ formats: ["qr_code"] })
      : null;
  } catch {
    return null;
  }
}

type Library = { read(canvas: HTMLCanvasElement): Promise<string | null>; stop(): void };

function startLibrary(): Library {
  const worker = new Worker(new URL("./read-code.worker.ts", import.meta.url), { type: "module" });
  return {
    read: (canvas) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
        worker.onerror = reject;
        const picture = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
        if (picture) worker.postMessage(picture, [picture.data.buffer]);
      }),
    stop: () => worker.terminate(),
  };
}
