import type { CurrentUser } from "#features/accounts/contract.ts";
import { type ClinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { IfCan } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useLeaveQuestion } from "#web/forms/use-discard-question.tsx";
import { publicHost } from "#web/public-host.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { FormErrors } from "#web/ui/inputs/FormErrors.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { ClinicFields } from "./ClinicFields.tsx";
import { DoctorFields } from "./DoctorFields.tsx";
import { GeneralDraft, type GeneralForm, typedClinic, typedDoctor } from "./general-form.ts";
import { SaveBar } from "./SaveBar.tsx";
import { useSaveGeneral } from "./use-save-general.ts";
import { WithClinicSettings } from "./WithClinicSettings.tsx";

/** The General tab: a form for the owner, read-only for everyone else of the clinic. */
export function GeneralSettings({ user }: { user: CurrentUser }) {
  return (
    <WithClinicSettings>
      {(clinic) => (
        <IfCan do={saveClinicSettings} otherwise={<ClinicFacts clinic={clinic} />}>
          <GeneralFormSheets clinic={clinic} user={user} />
        </IfCan>
      )}
    </WithClinicSettings>
  );
}

function GeneralFormSheets({ clinic, user }: { clinic: ClinicSettings; user: CurrentUser }) {
  const form: GeneralForm = useZodForm(GeneralDraft, {
    defaultValues: { ...typedClinic(clinic), ...typedDoctor(user) },
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const save = useSaveGeneral(form);
  const draft = useDraft(form, { form: "clinic-settings" });
  const question = useLeaveQuestion(isDirty, draft.forget);
  const problems = Object.entries(errors).flatMap(([name, problem]) =>
    problem?.message ? [{ name, message: problem.message }] : [],
  );
  return (
    <>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void save();
        }}
      >
        <DraftOffer draft={draft} />
        <FormErrors problems={problems} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
          <ClinicFields form={form} />
          <DoctorFields form={form} />
        </div>
        <SaveBar isDirty={isDirty} isSaving={isSubmitting} buttonClassName="max-md:w-full" />
      </form>
      {question}
    </>
  );
}

function ClinicFacts({ clinic }: { clinic: ClinicSettings }) {
  return (
    <Section title="Clinic" className="max-w-form">
      <ChartList
        lines={[
          { label: "Clinic name", value: clinic.name },
          { label: "Subdomain", value: `${clinic.subdomain}.${publicHost()}` },
          { label: "Address", value: clinic.address },
          { label: "Phone", value: formatPhone(clinic.phone ?? "") },
          { label: "Email", value: clinic.email },
          { label: "Bed capacity", value: formatCount(clinic.bedCapacity) },
        ]}
      />
      <p className="mt-4 text-sm text-ink-3">Only the clinic owner can change these.</p>
    </Section>
  );
}
