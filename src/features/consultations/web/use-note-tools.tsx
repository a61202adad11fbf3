import { Copy, FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { patientConsultations } from "#features/consultations/contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import { quickTexts } from "#features/quick-texts/contract.ts";
import { manilaDay, shortDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import type { CopiedFrom } from "./NoteText.tsx";
import {
  comparable,
  fillEmpty,
  fillingsOfTemplate,
  fillingsOfVisit,
  type NoteField,
  type WizardForm,
} from "./note-fields.ts";
import { isTemplate, type Template, TemplateDialog } from "./TemplateDialog.tsx";

/** The day of the copied visit, and the copied text. */
export type CopiedNote = { day: string; filled: Partial<Record<NoteField, string>> };

/** Entries among which the last visit is looked for. */
const LATEST = "20";

/** The last visit and the note templates, each of which fills a consultation's empty fields by one press. */
export function useNoteTools(
  form: WizardForm,
  patientId: number,
  {
    copied,
    setCopied,
    onFilled,
  }: { copied: CopiedNote | null; setCopied: (copied: CopiedNote) => void; onFilled: () => void },
): {
  buttons: ReactNode;
  dialog: ReactNode;
  /** "from Nov 9, until you change it". */
  copiedFrom: CopiedFrom;
} {
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  const mayRead = useCan()(quickTexts);
  const visits = useCall(patientConsultations, {
    params: { id: String(patientId) },
    query: { limit: LATEST, inError: "without" },
  }).data;
  const templates = (useCall(quickTexts, {}, { enabled: mayRead }).data ?? []).filter(isTemplate);
  const last = visits?.find(isConsultation);
  const lastDay = last && manilaDay(new Date(last.createdAt));
  const codes = new Set(last?.diagnoses.flatMap(({ code }) => code ?? []));
  const fits = templates.find(({ template }) =>
    template.diagnoses.some(({ code }) => code !== null && codes.has(code)),
  );

  const announce = (title: string, count: number, undo: () => void) => {
    if (count > 0) notify({ kind: "info", title, undo: () => flushSync(undo) });
    else
      notify({
        kind: "info",
        title: "Nothing was filled",
        description: "The fields it has are written already.",
      });
  };
  const copy = () => {
    if (!last || !lastDay) return;
    const { filled, undo } = flushSync(() => fillEmpty(form, fillingsOfVisit(last)));
    // What is copied from a confidential note makes this one confidential.
    if (last.isConfidential) form.setValue("isConfidential", true, { shouldDirty: true });
    // Marks of an earlier press stay.
    setCopied({ day: lastDay, filled: { ...(copied?.day === lastDay && copied.filled), ...filled } });
    announce(`Copied from ${shortDay(lastDay, today)}`, Object.keys(filled).length, undo);
  };
  const insert = ({ title, template }: Template) => {
    flushSync(() => setOpen(false));
    const { filled, undo } = flushSync(() => fillEmpty(form, fillingsOfTemplate(template, today)));
    announce(title, Object.keys(filled).length, undo);
    onFilled();
  };
  useFormKey("copyLast", isOpen ? null : copy);
  useFormKey("template", isOpen || !mayRead ? null : () => setOpen(true));

  return {
    copiedFrom: (field) => {
      const text = copied?.filled[field];
      if (!copied || !text || comparable(form.getValues(), field) !== text) return null;
      return `from ${shortDay(copied.day, today)}, until you change it`;
    },
    dialog: isOpen && <TemplateDialog onInsert={insert} onClose={() => setOpen(false)} />,
    buttons: (lastDay || mayRead) && (
      <div className="flex flex-wrap items-center gap-2">
        {lastDay && (
          <Button size="sm" icon={<Copy />} onClick={copy} {...shortcutProps("copyLast")}>
            Copy from {shortDay(lastDay, today)}
          </Button>
        )}
        {fits && (
          <Button size="sm" icon={<FileText />} onClick={() => insert(fits)}>
            Template: {fits.title}
          </Button>
        )}
        {mayRead && (
          <Button size="sm" icon={<FileText />} onClick={() => setOpen(true)} {...shortcutProps("template")}>
            {fits ? "Other templates" : "Templates"}
          </Button>
        )}
        <span className="text-sm text-ink-2 max-md:hidden">
          Type a dot and a name to insert a quick text.
        </span>
      </div>
    ),
  };
}
