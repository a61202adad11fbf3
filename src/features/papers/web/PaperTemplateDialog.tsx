import { useMemo, useRef } from "react";
import {
  addPaperTemplate,
  changePaperTemplate,
  type PaperTemplate,
  TEMPLATE_LETTERS,
  TemplateDraft,
} from "#features/papers/contract.ts";
import { nothingEntered, paperSheet } from "#shared/clinic-paper/sheet.ts";
import { certificateKinds, isCertificate, starterTemplates } from "#shared/clinic-paper/starter-templates.ts";
import { type TemplateField, templateFields } from "#shared/clinic-paper/words.ts";
import { addDays } from "#shared/formats/dates.ts";
import { signedName } from "#shared/formats/printed-names.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { changedFrom } from "#web/forms/changed-from.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { besidePreview, FormColumn, PreviewColumn } from "#web/printing/BesidePreview.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { PaperSheetPreview } from "./PaperPreview.tsx";

const starters = certificateKinds.map((kind) => ({ value: kind, label: starterTemplates[kind].name }));
const exampleEntered = {
  ...nothingEntered,
  diagnosis: "Acute bronchitis",
  purpose: "her employer",
  findings: "Clear breath sounds",
  remarks: "To come back if the fever returns",
};
const fieldNames = Object.keys(templateFields) as TemplateField[];

/** Edits a wording of the clinic, with a preview for an example patient beside it. */
export function PaperTemplateDialog({
  template,
  onClose,
}: {
  template: PaperTemplate | null;
  onClose: () => void;
}) {
  const { form, errors, dialog } = useFormDialog(
    template ? changePaperTemplate : addPaperTemplate,
    TemplateDraft,
    {
      defaultValues: { name: template?.name ?? "", title: template?.title ?? "", body: template?.body ?? "" },
      draft: { form: "paper-template", record: template?.id },
      request: (typed, opened) =>
        template
          ? { params: { id: String(template.id) }, body: changedFrom(opened, typed) }
          : { body: typed },
      done: "Template saved",
      failed: "Failed to save the template",
      onClose,
    },
  );
  const body = useRef<HTMLTextAreaElement | null>(null);
  const registered = form.register("body");
  /** The cursor position; the focus returns to the text. */
  const insert = (name: TemplateField) => {
    const field = body.current;
    const text = form.getValues("body");
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [text.length, text.length];
    const named = `{${name}}`;
    form.setValue("body", text.slice(0, from) + named + text.slice(to), { shouldDirty: true });
    field?.focus();
    field?.setSelectionRange(from + named.length, from + named.length);
  };
  const copyStarter = (kind: string) => {
    if (!isCertificate(kind)) return;
    const { name, title, body: words } = starterTemplates[kind];
    const values = { name: `${name}, standard`, title, body: words };
    for (const [field, value] of Object.entries(values) as [keyof typeof values, string][])
      form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
  };
  const [title, words] = form.watch(["title", "body"]);
  return (
    <FormDialog
      {...dialog}
      size="wide"
      title={template ? `Change ${template.name}` : "New Template"}
      save="Save Template"
      bodyClassName={besidePreview}
      className="contents"
      hasOwnOffer
    >
      <FormColumn label="Template">
        {dialog.draft && <DraftOffer draft={dialog.draft} />}
        {!template && (
          <Field label="Start from" optional hint="Copies the standard wording into the form">
            <Select
              placeholder="Empty"
              options={starters}
              onChange={(event) => copyStarter(event.target.value)}
            />
          </Field>
        )}
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Name in lists" required error={errors.name?.message}>
            <TextInput maxLength={100} autoComplete="off" {...form.register("name")} />
          </Field>
          <Field label="Title on the paper" required error={errors.title?.message}>
            <TextInput maxLength={120} autoComplete="off" {...form.register("title")} />
          </Field>
        </div>
        <Field
          label="What it says"
          required
          error={errors.body?.message}
          hint="A line with an empty field is not printed. An empty line starts a new paragraph."
        >
          <TextArea
            rows={10}
            maxLength={TEMPLATE_LETTERS}
            {...registered}
            ref={(element) => {
              registered.ref(element);
              body.current = element;
            }}
          />
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Insert a field</legend>
          <div className="flex flex-wrap gap-2">
            {fieldNames.map((name) => (
              <Button key={name} size="sm" onClick={() => insert(name)}>
                {templateFields[name]}
              </Button>
            ))}
          </div>
        </fieldset>
      </FormColumn>
      <PreviewColumn>
        <ExamplePage title={title} body={words} />
      </PreviewColumn>
    </FormDialog>
  );
}

/** The preview for the example patient. */
function ExamplePage({ title, body }: { title: string; body: string }) {
  const user = useCurrentUser().data;
  const today = useToday();
  const sheet = useMemo(
    () =>
      paperSheet({
        clinic: { name: user?.clinic?.name ?? "" },
        patient: { name: "Reyes, Ana", age: 34, sex: "F", address: "14 Sikatuna St., Cebu City" },
        day: today,
        seenOn: today,
        kind: "own",
        template: { title, body },
        entered: { ...exampleEntered, days: 3, from: today, to: addDays(today, 2) },
        number: null,
        doctor: user
          ? {
              name: signedName(user),
              license: user.licenseNumber,
              ptr: user.ptrNumber,
              ptrYear: user.ptrYear,
            }
          : null,
      }),
    [title, body, user, today],
  );
  return <PaperSheetPreview sheet={sheet} />;
}
