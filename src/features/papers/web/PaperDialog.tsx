import { Printer } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import { addPaper, type ClinicPaper, paperPdf, paperTemplates } from "#features/papers/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { isRequest } from "#shared/clinic-paper/starter-templates.ts";
import { gestationDays, pregnantText } from "#shared/clinical/pregnancy.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PaperDoctorField } from "#web/clinical/PaperDoctorField.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { usePaperDoctor } from "#web/clinical/use-paper-doctor.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { callForFile } from "#web/data/api.ts";
import { showFailure, useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { showRefusal, useZodForm } from "#web/forms/form.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { besidePreview, FormColumn, PreviewColumn } from "#web/printing/BesidePreview.tsx";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { openForPrinting } from "#web/printing/show-for-printing.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { PaperDetailDialog } from "./PaperDetailDialog.tsx";
import { CertificateFields } from "./PaperFields.tsx";
import { PaperPreview } from "./PaperPreview.tsx";
import { blankPaper, chosenTemplate, draftOf, paperForm, showProblem, templateGroups } from "./paper-form.ts";
import { RequestFields } from "./RequestFields.tsx";

const title = "New Certificate or Request";

/** Makes a certificate or request: the form at the left, the printed page at the right. */
export function PaperDialog({
  patientId,
  template,
  tests = [],
  isConfidential = false,
  onSaved,
  onClose,
}: {
  patientId: number;
  /** Initially selected. */
  template: string;
  /** Initially checked, for a request. */
  tests?: readonly string[] | undefined;
  /** Whether it comes from a confidential consultation. */
  isConfidential?: boolean;
  onSaved?: () => void;
  onClose: () => void;
}) {
  const patient = usePatient(patientId);
  const user = useCurrentUser().data;
  const [saved, setSaved] = useState<ClinicPaper | null>(null);
  if (saved) return <PaperDetailDialog paper={saved} onClose={onClose} />;
  if (patient.data && user)
    return (
      <NewPaper
        patient={patient.data}
        user={user}
        template={template}
        tests={tests}
        isConfidential={isConfidential}
        onSaved={(paper) => {
          setSaved(paper);
          onSaved?.();
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} title={title} size="wide">
      <PatientPending patient={patient} />
    </Dialog>
  );
}

function NewPaper({
  patient,
  user,
  template,
  tests,
  isConfidential,
  onSaved,
  onClose,
}: {
  patient: Patient;
  user: CurrentUser;
  template: string;
  tests: readonly string[];
  isConfidential: boolean;
  onSaved: (paper: ClinicPaper) => void;
  onClose: () => void;
}) {
  const today = useToday();
  const own = useCall(paperTemplates, {}).data;
  const settings = useCall(clinicSettings, {}).data;
  const schema = useMemo(() => paperForm(own ?? []), [own]);
  const form = useZodForm(schema, {
    defaultValues: { ...blankPaper(template, today, tests), isConfidential },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const doctor = usePaperDoctor(patient.id, form.watch("practitionerId"));
  const { isSigner, physician } = doctor;
  const named = form.watch("template");
  const chosen = useMemo(() => chosenTemplate(named, own ?? []), [named, own]);
  const draft = useDraft(form, { form: "paper", record: patient.id });
  const add = useEndpointMutation(addPaper, {
    done: ({ title: of, number, state }) =>
      state === "prepared" ? `${of} No. ${number} waits for release` : `${of} No. ${number} saved`,
    failed: null,
    act: draft.act,
  });
  const paper = usePaperSize();
  const [isPrinting, setPrinting] = useState(false);
  const printing = useRef<HTMLButtonElement>(null);
  const consultations = useCall(patientConsultations, {
    params: { id: String(patient.id) },
    query: { limit: "100", inError: "without" },
  }).data;
  const pregnancy = useOpenPregnancy(patient.id) ?? null;
  const clinicName = user.clinic?.name ?? "";
  const around = useMemo(
    () => ({
      patient,
      clinic: settings ?? { name: clinicName, address: null, phone: null },
      today,
      pregnancy,
      consultedOn: (consultations ?? [])
        .filter(isConsultation)
        .map(({ createdAt }) => manilaDay(new Date(createdAt))),
      doctor: isSigner ? (physician ?? user) : null,
    }),
    [patient, settings, clinicName, today, pregnancy, consultations, isSigner, physician, user],
  );

  const save = (place: ReturnType<typeof openForPrinting> | null) =>
    form.handleSubmit(
      async (typed) => {
        try {
          const made = await add.mutateAsync({
            params: { id: String(patient.id) },
            body: draftOf(typed, chosen, doctor.practitionerId),
          });
          draft.forget();
          // The response to a user who may not view the record has no more than the id.
          if (!isWhole(made)) return onClose();
          if (place) await print(made, place);
          onSaved(made);
        } catch (error) {
          place?.giveUp();
          showRefusal(form, error, "Failed to save the paper");
        }
      },
      () => place?.giveUp(),
    );
  /** It is saved even when printing fails, which can be retried. */
  const print = async (made: ClinicPaper, place: ReturnType<typeof openForPrinting>) => {
    try {
      const params = { id: String(patient.id), paperId: String(made.id) };
      const { file, name } = await callForFile(paperPdf, { params, query: { paper } });
      place.show(file, name);
    } catch (error) {
      place.giveUp();
      showFailure(error, { title: "Saved, but not printed", fallback: "The paper could not be printed" });
    }
  };
  const unfilled = useUnfilledQuestion();
  const whenFilled = (act: () => void) => {
    if (showProblem(form, chosen)) return;
    const { diagnosis, findings, impression, remarks } = form.getValues("fields");
    unfilled.whenFilled(
      [
        { label: "Diagnosis or assessment", text: diagnosis },
        { label: "Findings", text: findings },
        { label: "Clinical impression", text: impression },
        { label: "Remarks", text: remarks },
      ],
      act,
    );
  };
  const saveAndPrint = () => {
    if (isSubmitting) return;
    whenFilled(() => {
      setPrinting(true);
      // Opened in the click handler: browsers block windows that open later.
      void save(openForPrinting())().finally(() => setPrinting(false));
    });
  };
  useFormKey("print", isSigner ? saveAndPrint : null, printing);

  return (
    <FormDialog
      {...{ isDirty, draft, title, onClose }}
      isSending={isSubmitting}
      hasOwnOffer
      size="wide"
      patient={<DialogPatient patient={patient} />}
      onSubmit={(event) => {
        event.preventDefault();
        whenFilled(() => void save(null)());
      }}
      bodyClassName={besidePreview}
      className="contents"
      save="Save"
      foot={(onCancel) => (
        <>
          <CancelButton variant="ghost" onCancel={onCancel} isSending={isSubmitting} />
          {isSigner && (
            <Button
              ref={printing}
              icon={<Printer />}
              {...shortcutProps("print")}
              onClick={saveAndPrint}
              busy={isSubmitting && isPrinting}
              busyLabel="Saving…"
              disabled={isSubmitting}
            >
              Save and Print
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isSubmitting && !isPrinting} busyLabel="Saving…">
            Save
          </Button>
        </>
      )}
    >
      <FormColumn label="Paper form">
        <DraftOffer draft={draft} />
        {!isSigner && (
          <NoteBox tone="info">
            {doctor.practitionerId === undefined
              ? "The doctor must release this paper before it can be printed. The doctor is notified when you save it."
              : `This paper is prepared for ${doctor.name}, who must release it before it can be printed, and is notified when you save it.`}
          </NoteBox>
        )}
        <PaperDoctorField
          doctor={doctor}
          error={errors.practitionerId?.message}
          onChoose={(practitionerId) => {
            form.clearErrors("practitionerId");
            form.setValue("practitionerId", practitionerId, { shouldDirty: true });
          }}
        />
        <Field label="Paper" error={errors.template?.message}>
          <Select {...form.register("template")}>
            {templateGroups(own ?? []).map(({ label, options }) => (
              <optgroup key={label} label={label}>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        {chosen.kind === "imaging_request" && pregnancy && (
          <NoteBox tone="warn">
            {pregnantText(gestationDays(pregnancy.dueOn, today))}: X-ray and CT expose the fetus.
          </NoteBox>
        )}
        {isRequest(chosen.kind) ? (
          <RequestFields form={form} kind={chosen.kind} known={patient.diagnosis} today={today} />
        ) : (
          <CertificateFields
            form={form}
            kind={chosen.kind}
            entered={chosen.entered}
            known={patient.diagnosis}
            today={today}
          />
        )}
        <ConfidentialBox {...form.register("isConfidential")} />
      </FormColumn>
      <PreviewColumn>
        <PaperPreview form={form} chosen={chosen} around={around} />
      </PreviewColumn>
      {unfilled.question}
    </FormDialog>
  );
}

const isWhole = (made: Partial<ClinicPaper>): made is ClinicPaper => made.sheet !== undefined;
