import { HeartPulse, ImageOff, Upload } from "lucide-react";
import { useState } from "react";
import { removeClinicLogo, uploadClinicLogo } from "#features/clinics/contract.ts";
import { MAX_PICTURE_BYTES } from "#shared/pictures.ts";
import { isPassing } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { showFailure, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { PictureField } from "#web/forms/PictureField.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

const failed = { title: "Upload Failed", fallback: "Failed to upload logo. Please try again." };

/** The clinic's logo. Saved immediately, separately from the form around it. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const remove = useEndpointMutation(removeClinicLogo, {
    done: "Logo Removed",
    failed: "Failed to remove the logo",
  });

  const send = async (file: File) => {
    if (file.size > MAX_PICTURE_BYTES) {
      notify({ kind: "error", title: failed.title, description: "The file is larger than 2 MB." });
      return false;
    }
    try {
      await upload(uploadClinicLogo, { files: [file] });
      await invalidateChangedBy(uploadClinicLogo);
      notify({ kind: "success", title: "Logo Updated" });
      return false;
    } catch (error) {
      showFailure(error, failed);
      return isPassing(error);
    }
  };

  return (
    <PictureField
      legend="Logo"
      label="Logo of the clinic"
      picture={<LogoPicture logoUrl={logoUrl} />}
      chooseLabel="Upload logo"
      chooseIcon={<Upload />}
      busyLabel="Uploading…"
      hint="A square PNG or JPG is best. PNG, JPEG, WebP or GIF, up to 2 MB. Saved immediately."
      send={send}
      remove={
        logoUrl === null
          ? undefined
          : { label: "Remove logo", isPending: remove.isPending, press: () => remove.mutate({}) }
      }
    />
  );
}

const place = "size-18 shrink-0 rounded-md";

/** The logo, a placeholder when there is none, or a message when it cannot be displayed. */
export function LogoPicture({ logoUrl }: { logoUrl: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (logoUrl === null)
    return (
      <span
        role="img"
        aria-label="No logo"
        className={`grid ${place} place-items-center bg-brand text-brand-on`}
      >
        <HeartPulse className="size-7" />
      </span>
    );
  if (broken === logoUrl)
    return (
      <span
        role="img"
        aria-label="Error: the logo does not display"
        className={`grid ${place} content-center justify-items-center gap-1 border border-bad-line bg-bad-bg text-sm font-medium text-bad`}
      >
        <ImageOff className="size-5" />
        Error
      </span>
    );
  return (
    <img
      src={logoUrl}
      alt="Logo of the clinic"
      onError={() => setBroken(logoUrl)}
      className={`${place} border border-line bg-surface object-contain`}
    />
  );
}
