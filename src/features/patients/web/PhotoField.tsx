import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { type Patient, removePatientPhoto, setPatientPhoto } from "#features/patients/contract.ts";
import { pictureTypes } from "#shared/pictures.ts";
import { isApiError } from "#web/api-error.ts";
import { upload } from "#web/api-upload.ts";
import { keyOf, useSend } from "#web/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { FieldError } from "#web/ui/Field.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { notify } from "#web/ui/notify.ts";
import { smallPicture } from "./small-picture.ts";
import { patientAnswers } from "./use-patient-acts.ts";

/** The patient's photo. It is saved at once, apart from the form it stands in. */
export function PhotoField({ patient }: { patient: Pick<Patient, "id" | "patientName" | "patientPhoto"> }) {
  const { id, patientName, patientPhoto } = patient;
  const queries = useQueryClient();
  const problemId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const params = { id: String(id) };
  const remove = useSend(removePatientPhoto, {
    refreshes: patientAnswers,
    done: "Photo removed",
    failed: { title: "Error", fallback: "Failed to remove the photo" },
  });

  const send = async (file: File) => {
    setProblem(null);
    setSending(true);
    try {
      await upload(setPatientPhoto, { params, files: [await smallPicture(file)] });
      await Promise.all(
        patientAnswers.map((answer) => queries.invalidateQueries({ queryKey: keyOf(answer) })),
      );
      notify({ kind: "success", title: "Photo saved" });
    } catch (error) {
      const fallback = "The photo was not saved. Please try again.";
      setProblem(isApiError(error) ? error.shown(fallback) : fallback);
    } finally {
      setSending(false);
    }
  };

  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="contents">
        <span className="text-sm font-medium">Photo</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        <Initials name={patientName} of="patient" size={52} src={patientPhoto} />
        <input
          ref={picker}
          type="file"
          accept={pictureTypes}
          aria-label="Photo of the patient"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) void send(file);
          }}
        />
        <Button
          size="sm"
          busy={isSending}
          busyLabel="Saving…"
          aria-describedby={problem ? problemId : undefined}
          onClick={() => picker.current?.click()}
        >
          {patientPhoto ? "Change Photo" : "Add Photo"}
        </Button>
        {patientPhoto && (
          <Button size="sm" variant="ghost" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
            Remove Photo
          </Button>
        )}
        <span className="text-sm text-ink-3">PNG, JPEG, WebP or GIF. Saved at once.</span>
      </div>
      {problem && <FieldError id={problemId}>{problem}</FieldError>}
    </fieldset>
  );
}
