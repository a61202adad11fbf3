/** ms between two frames. */
const PAUSE = 150;

/** The browser's own detector, if it has one (https://wicg.github.io/shape-detection-api). */
type Detector = { detect(picture: ImageBitmap): Promise<{ rawValue: string }[]> };
type Detectors = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/**
 * Reads QR codes in the center of the video, which is what the user sees, frame by frame until it is stopped. No
 * picture leaves the browser.
 */
export function readCodes(
  video: HTMLVideoElement,
  { onText, onFailed }: { onText: (text: string) => void; onFailed: () => void },
): () => void {
  let detector = ownDetector();
  let library: Library | undefined;
  let isOver = false;

  const readOne = async (): Promise<string | null> => {
    // Before the first frame.
    if (video.videoWidth === 0) return null;
    const own = await detector;
    if (own)
      try {
        return (await own.detect(await middleOf(video)))[0]?.rawValue ?? null;
      } catch {
        // It exists but does not work: on Android without Google's services.
        detector = Promise.resolve(null);
      }
    if (isOver) return null;
    library ??= startLibrary();
    return library.read(video);
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

/** The largest centered square of the video. */
function middleOf(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const left = Math.floor((videoWidth - side) / 2);
  const top = Math.floor((videoHeight - side) / 2);
  return createImageBitmap(video, left, top, side, side);
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

type Library = { read(video: HTMLVideoElement): Promise<string | null>; stop(): void };

function startLibrary(): Library {
  const worker = new Worker(new URL("./read-code.worker.ts", import.meta.url), { type: "module" });
  return {
    read: async (video) => {
      // A video frame is transferred directly where browsers support it; otherwise as a bitmap.
      const picture = "VideoFrame" in globalThis ? new VideoFrame(video) : await createImageBitmap(video);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
        worker.onerror = reject;
        worker.postMessage(picture, [picture]);
      });
    },
    stop: () => worker.terminate(),
  };
}
