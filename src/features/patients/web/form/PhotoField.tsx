import { useState } from "react";
import { type Patient, removePatientPhoto, setPatientPhoto } from "#features/patients/contract.ts";
import { isApiError, isPassing } from "#web/data/api-error.ts";
import { upload } from "#web/data/api-upload.ts";
import { useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { PictureField } from "#web/forms/PictureField.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { smallPicture } from "./small-picture.ts";

/** The patient's photo. Saved immediately, separately from the form around it. */
export function PhotoField({ patient }: { patient: Pick<Patient, "id" | "patientName" | "patientPhoto"> }) {
  const { id, patientName, patientPhoto } = patient;
  const invalidateChangedBy = useInvalidateChangedBy();
  const [problem, setProblem] = useState<string | null>(null);
  const params = { id: String(id) };
  const remove = useEndpointMutation(removePatientPhoto, {
    done: "Photo removed",
    failed: { title: "Error", fallback: "Failed to remove the photo" },
  });

  const send = async (file: File) => {
    setProblem(null);
    try {
      await upload(setPatientPhoto, { params, files: [await smallPicture(file)] });
      await invalidateChangedBy(setPatientPhoto);
      notify({ kind: "success", title: "Photo saved" });
      return false;
    } catch (error) {
      const fallback = "The photo was not saved. Please try again.";
      setProblem(isApiError(error) ? error.shown(fallback) : fallback);
      return isPassing(error);
    }
  };

  return (
    <PictureField
      legend="Photo"
      label="Patient photo"
      picture={<Initials name={patientName} of="patient" size={52} src={patientPhoto} />}
      chooseLabel={patientPhoto ? "Change Photo" : "Add Photo"}
      busyLabel="Saving…"
      hint="PNG, JPEG, WebP or GIF. Saved immediately."
      problem={problem}
      send={send}
      remove={
        patientPhoto === null
          ? undefined
          : { label: "Remove Photo", isPending: remove.isPending, press: () => remove.mutate({ params }) }
      }
      size="sm"
    />
  );
}
