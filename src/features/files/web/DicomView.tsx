import { Contrast, Move } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type DicomPicture, viewFrame, viewPicture } from "#features/files/contract.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { call, callForFile } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { type Frame, paintGrey, readFrame, type Shown, wholeRange } from "./dicom/dicom-image.ts";
import { FrameSlider } from "./FrameSlider.tsx";
import { usePanZoom } from "./use-pan-zoom.ts";
import { type DicomViewProps, ViewTools, ZoomTools } from "./ViewTools.tsx";
import { WindowTools } from "./WindowTools.tsx";

/** An X-ray, scan or ultrasound: its gray values through an adjustable window. */
export function DicomView({ path, name, takeKeys, onProblem, onFailed }: DicomViewProps) {
  const { image, frame, at, showFrame } = useFrames(path, { onProblem, onFailed });
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, choose] = useState<Shown | null>(null);
  const [isMoving, setMoving] = useState(false);
  const range = image && frame?.kind === "grey" ? wholeRange(frame, image) : null;
  const own: Shown | null =
    image && range ? { ...(image.windows[0] ?? range), isInverted: image.isInverted } : null;
  const shown = chosen ?? own;

  const drag = (dx: number, dy: number) => {
    if (!shown || !range) return;
    // A drag across the whole view covers the picture's range of values.
    const step = range.width / 600;
    choose({ ...shown, level: shown.level - dy * step, width: Math.max(1, shown.width + dx * step) });
  };
  const size = image ? { width: image.columns, height: image.rows } : null;
  const view = usePanZoom(stage, size, shown && !isMoving ? drag : undefined);

  useEffect(() => {
    takeKeys((key) => {
      if (key === "i" && shown) choose({ ...shown, isInverted: !shown.isInverted });
      else if (key === "0") {
        choose(null);
        view.fit();
      } else if (image && image.frames > 1 && (key === "PageDown" || key === "PageUp"))
        showFrame(at + (key === "PageDown" ? 1 : -1));
      else return view.onKey(key);
      return true;
    });
  });

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !image || !frame) return;
    const rgba = frame.kind === "colour" ? frame.rgba : shown && paintGrey(frame, image, shown);
    if (rgba) context.putImageData(new ImageData(rgba, image.columns, image.rows), 0, 0);
  }, [image, frame, shown]);

  return (
    <>
      <ViewTools>
        <ZoomTools view={view} />
        {image && shown && range && (
          <>
            <IconButton
              label="Drag moves the picture"
              size="sm"
              icon={<Move />}
              aria-pressed={isMoving}
              onClick={() => setMoving(!isMoving)}
            />
            <IconButton
              label="Invert (I)"
              size="sm"
              icon={<Contrast />}
              aria-pressed={shown.isInverted}
              onClick={() => choose({ ...shown, isInverted: !shown.isInverted })}
            />
            <WindowTools windows={[...image.windows, range]} range={range} shown={shown} onChange={choose} />
          </>
        )}
      </ViewTools>
      <div
        ref={stage}
        {...view.stageProps}
        data-print="unclipped"
        className="relative min-h-0 flex-1 cursor-crosshair touch-none overflow-hidden bg-black"
      >
        {image && frame ? (
          <canvas
            ref={canvas}
            role="img"
            aria-label={name}
            width={image.columns}
            height={image.rows}
            style={view.style}
          />
        ) : (
          <SkeletonBar className="m-6 h-1/2" />
        )}
        {image && <WhoAndWhen about={image.about} hasOverlays={image.hasOverlays} />}
      </div>
      {image && image.frames > 1 && <FrameSlider frames={image.frames} at={at} onFrame={showFrame} />}
    </>
  );
}

/** The patient's name inside the file, which may have been filed under the wrong record. */
function WhoAndWhen({ about, hasOverlays }: Pick<DicomPicture, "about" | "hasOverlays">) {
  const day = about.studyDate && formatDay(about.studyDate);
  return (
    <p className="pointer-events-none absolute top-2 left-3 max-w-[80%] text-sm wrap-anywhere text-white [text-shadow:0_0_3px_#000,0_0_6px_#000]">
      <span className="block font-medium">{about.patientName ?? "No name in the file"}</span>
      {[day, about.modality, about.description].filter(Boolean).join(" · ")}
      {hasOverlays && <span className="block">The markings in this file are not shown here.</span>}
    </p>
  );
}

/** Loads the header and one frame. A frame that loads after another was requested is not shown. */
function useFrames(path: string, on: Pick<DicomViewProps, "onProblem" | "onFailed">) {
  const [image, setImage] = useState<DicomPicture | null>(null);
  const [frame, setFrame] = useState<Frame | null>(null);
  const [at, setAt] = useState(0);
  const fail = useRef(on);
  fail.current = on;
  useEffect(() => {
    const abort = new AbortController();
    const failed = (error: unknown) => {
      if (abort.signal.aborted) return;
      if (isApiError(error) && error.status === 422) fail.current.onProblem(error.shown());
      else fail.current.onFailed(isApiError(error) ? error.shown() : "It could not be read.");
    };
    if (image)
      callForFile(viewFrame, { params: { path, frame: at } }, { signal: abort.signal })
        .then(({ file }) => pixelsOf(file))
        .then((rgba) => !abort.signal.aborted && setFrame(readFrame(rgba, image)))
        .catch(failed);
    else
      call(viewPicture, { params: { path } }, { signal: abort.signal }).then(
        ({ data }) => !abort.signal.aborted && setImage(data),
        failed,
      );
    return () => abort.abort();
  }, [path, image, at]);
  const showFrame = (index: number) => setAt(Math.min((image?.frames ?? 1) - 1, Math.max(0, index)));
  return { image, frame, at, showFrame };
}

/** The PNG's pixels as they are, without a conversion of colors. */
async function pixelsOf(png: Blob): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const picture = await createImageBitmap(png, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const { width, height } = picture;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No canvas");
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>;
}
