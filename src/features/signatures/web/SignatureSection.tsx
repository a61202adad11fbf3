import { Eraser, PenLine, ShieldCheck, Undo2, Upload } from "lucide-react";
import { useState } from "react";
import { ownSignature, removeSignature, saveSignature } from "#features/signatures/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { isApiError, isPassing } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { useCall, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { PictureField } from "#web/forms/PictureField.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { fittingPicture } from "./fitting-picture.ts";
import { SignaturePad } from "./SignaturePad.tsx";
import { pictureOf, type Stroke } from "./strokes.ts";

const ways = [
  { value: "draw", label: "Draw", icon: <PenLine /> },
  { value: "upload", label: "Upload", icon: <Upload /> },
] as const;
type Way = (typeof ways)[number]["value"];

const failed = "The signature was not saved. Please try again.";

/** A doctor's own signature, drawn or uploaded. Saved immediately, separately from the forms around it. */
export function SignatureSection() {
  const read = useCall(ownSignature, {});
  const [way, setWay] = useState<Way>("draw");
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const invalidateChangedBy = useInvalidateChangedBy();
  const remove = useEndpointMutation(removeSignature, {
    done: "Signature removed. Papers are signed by hand",
    failed: { title: "Error", fallback: "Failed to remove the signature" },
  });

  /** @returns whether a retry of the same picture can succeed */
  const send = async (file: File): Promise<boolean> => {
    setProblem(null);
    try {
      await upload(saveSignature, { files: [file] });
      await invalidateChangedBy(saveSignature);
      setStrokes([]);
      notify({ kind: "success", title: "Signature saved" });
      return false;
    } catch (error) {
      setProblem(isApiError(error) ? error.shown(failed) : failed);
      return isPassing(error);
    }
  };
  const saveDrawn = async () => {
    setSaving(true);
    const picture = await pictureOf(strokes);
    if (picture) await send(new File([picture], "signature.png", { type: "image/png" }));
    else setProblem("This browser cannot save a drawing. Upload a picture of your signature instead.");
    setSaving(false);
  };

  const { data } = read;
  const hasColleagues = useCurrentUser().data?.doctors !== undefined;
  const removing = data?.image
    ? { label: "Remove", isPending: remove.isPending, press: () => remove.mutate({}) }
    : undefined;
  return (
    <Section
      title="Signature"
      className="max-w-form"
      actions={<Segment label="How to add it" options={ways} value={way} onChange={setWay} />}
    >
      {!data ? (
        <QueryPending
          query={read}
          title="Failed to load your signature"
          skeleton={<SkeletonBar className="aspect-[11/5] w-full md:aspect-[9/2]" />}
          label="Loading your signature"
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {way === "draw" ? (
            <>
              <SignaturePad
                strokes={strokes}
                saved={data.image}
                onStroke={(stroke) => setStrokes((all) => [...all, stroke])}
              />
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Undo2 />}
                  disabled={strokes.length === 0}
                  onClick={() => setStrokes((all) => all.slice(0, -1))}
                >
                  Undo stroke
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Eraser />}
                  disabled={strokes.length === 0}
                  onClick={() => setStrokes([])}
                >
                  Clear
                </Button>
                {strokes.length > 0 ? (
                  <Button
                    size="sm"
                    className="ml-auto"
                    busy={isSaving}
                    busyLabel="Saving…"
                    onClick={() => void saveDrawn()}
                  >
                    Save Signature
                  </Button>
                ) : (
                  <>
                    {removing && (
                      <Button size="sm" variant="ghost" busy={removing.isPending} onClick={removing.press}>
                        {removing.label}
                      </Button>
                    )}
                    <SavedAt at={data.savedAt} />
                  </>
                )}
              </div>
              {problem !== null && <FieldError>{problem}</FieldError>}
            </>
          ) : (
            <>
              <PictureField
                legend="Picture"
                label="Picture of your signature"
                picture={
                  data.image !== null && (
                    <img
                      src={data.image}
                      alt="Your saved signature"
                      className="h-18 w-36 shrink-0 rounded-md border border-line bg-white object-contain p-1.5"
                    />
                  )
                }
                chooseLabel={data.image === null ? "Choose Picture" : "Change Picture"}
                busyLabel="Saving…"
                hint="Black ink on white paper, cropped to the signature, or a transparent PNG. PNG, JPEG, WebP or GIF. Saved immediately."
                problem={problem}
                send={async (file) => send(await fittingPicture(file))}
                remove={removing}
                size="sm"
              />
              <SavedAt at={data.savedAt} />
            </>
          )}
          <p className="flex gap-2.5 rounded-md border border-line bg-sunk px-3 py-2.5 text-sm">
            <ShieldCheck className="mt-0.5 shrink-0" />
            <span>
              It is put on a paper only in the moment <b className="font-strong">you</b> sign or release it.
              Nobody else can place it,{" "}
              {hasColleagues ? "not the owner and not a secretary" : "not even a secretary"}.
            </span>
          </p>
        </div>
      )}
    </Section>
  );
}

const SavedAt = ({ at }: { at: string | null }) => (
  <p className="ml-auto text-sm text-ink-3 tabular-nums">
    {at === null ? "None saved: papers are signed by hand" : `Saved ${formatInstant(at)}`}
  </p>
);
