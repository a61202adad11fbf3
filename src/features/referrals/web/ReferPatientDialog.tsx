import { type FormEvent, useState } from "react";
import {
  availableClinics,
  type PatientReferral,
  sendReferral,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { usePaperDoctor } from "#web/clinical/use-paper-doctor.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { LetterSaved } from "./LetterSaved.tsx";
import { ReferralFields } from "./ReferralFields.tsx";
import {
  draftOfLetter,
  draftOfReferral,
  noReferral,
  ReferForm,
  serverFields,
  type Typed,
} from "./referral-form.ts";
import { useFromRecord } from "./use-from-record.ts";

const failed = { title: "Failed to Send Referral", fallback: "There was an error sending the referral." };

/** Sends the patient's data to a clinic on Klinika, or writes a letter to one outside. */
export function ReferPatientDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const today = useToday();
  const params = { id: String(patientId) };
  const patient = usePatient(patientId);
  const clinics = useCall(availableClinics, {});
  const form = useZodForm(ReferForm, { defaultValues: noReferral(today) });
  const doctor = usePaperDoctor(patientId, form.watch("practitionerId"));
  const fromRecord = useFromRecord(form, patientId, today);
  const draft = useDraft(form, { form: "referral", record: patientId });
  const send = useEndpointMutation(sendReferral, {
    done: ({ toClinicName }) => ({
      title: "Referral Sent Successfully",
      description: `${toClinicName} can now accept or decline it.`,
    }),
    failed,
    act: draft.act,
  });
  const write = useEndpointMutation(writeReferralLetter, { done: null, failed, act: draft.act });
  /** Set while asking whether to send to a clinic that is not verified. */
  const [unverified, setUnverified] = useState<Typed | null>(null);
  const [letter, setLetter] = useState<PatientReferral | null>(null);
  const isOutside = form.watch("to") === "outside";

  const receiver = (typed: Typed) =>
    typed.to === "klinika" ? clinics.data?.find(({ id }) => String(id) === typed.toClinicId) : undefined;
  const unfilled = useUnfilledQuestion();
  const ask = async (typed: Typed) => {
    const texts = [
      { label: "Referral reason", text: typed.referralReason },
      { label: "Notes", text: typed.referralNotes },
    ];
    if (!(await unfilled.mayGoOn(texts))) return;
    if (receiver(typed)?.isVerified === false) setUnverified(typed);
    else await submit(typed);
  };
  const submit = async (typed: Typed) => {
    setUnverified(null);
    try {
      if (typed.to === "outside")
        setLetter(await write.mutateAsync({ params, body: draftOfLetter(typed, doctor.practitionerId) }));
      else await send.mutateAsync({ params, body: draftOfReferral(typed, doctor.practitionerId) });
      draft.forget();
      if (typed.to === "klinika") onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error, { formNames: serverFields });
    }
  };
  const press = (event: FormEvent) =>
    void form.handleSubmit(ask, (errors) => {
      if (errors.toClinicId || errors.toClinicName || errors.referralReason)
        notify({
          kind: "error",
          title: "Missing Information",
          description: "Please select a clinic and provide a referral reason.",
        });
    })(event);

  if (letter) return <LetterSaved letter={letter} onClose={onClose} />;
  return (
    <PatientFormDialog
      patient={patient}
      title="Refer Patient to Another Clinic"
      isDirty={form.formState.isDirty}
      draft={draft}
      isLoading={fromRecord.isPending}
      isSending={send.isPending || write.isPending}
      save={isOutside ? "Write Letter" : "Send Referral"}
      busyLabel={isOutside ? "Saving…" : "Sending…"}
      onSubmit={press}
      onClose={onClose}
    >
      {(record) => (
        <>
          <ReferralFields form={form} patient={record} {...{ clinics, doctor, fromRecord, today }} />
          {unfilled.question}
          {unverified && (
            <ConfirmDialog
              open
              title="Send to a clinic that is not verified?"
              description={`No one has verified that ${receiver(unverified)?.name} is who it says. It will receive the patient's name, diagnosis and what is shared.`}
              confirmLabel="Send Anyway"
              onClose={() => setUnverified(null)}
              onConfirm={() => submit(unverified)}
            />
          )}
        </>
      )}
    </PatientFormDialog>
  );
}
