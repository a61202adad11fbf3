import { Copy, FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { type Consultation, patientConsultations } from "#features/consultations/contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import { type QuickText, quickTexts } from "#features/quick-texts/contract.ts";
import { manilaDay, shortDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
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

/** Quick texts beside the steps. */
const SHOWN_TEXTS = 5;

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
  /** A quick text to type, as an example; null without any. */
  example: ReactNode;
  /** Quick texts to choose from, those for the last diagnosis first. */
  texts: readonly QuickText[];
  last: Consultation | undefined;
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
  const all = useCall(quickTexts, {}, { enabled: mayRead }).data ?? [];
  const templates = all.filter(isTemplate);
  const last = visits?.find(isConsultation);
  const lastDay = last && manilaDay(new Date(last.createdAt));
  const problems = useCall(summary, { params: { id: String(patientId) } }).data?.problems ?? [];
  const codes = new Set([...(last?.diagnoses ?? []), ...problems].flatMap(({ code }) => code ?? []));
  const fits = templates.find(({ template }) =>
    template.diagnoses.some(({ code }) => code !== null && codes.has(code)),
  );

  const texts = [...(fits ? [fits] : []), ...all]
    .filter((each, index, both) => each.text && both.findIndex(({ id }) => id === each.id) === index)
    .slice(0, SHOWN_TEXTS);
  const [first] = texts;

  const announce = (title: string, count: number, undo: () => void) => {
    if (count > 0) notify({ kind: "info", title, undo: () => flushSync(undo) });
    else
      notify({
        kind: "info",
        title: "Nothing was filled in",
        description: "Its fields are filled in already.",
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
    last,
    texts,
    example: first && (
      <>
        Type <code className={typed}>.{first.name}</code> and press Enter: your text “{first.title}” appears.{" "}
        <span className="max-md:hidden">
          <Kbd>Tab</Kbd> goes to the next underlined place.
        </span>
      </>
    ),
    buttons: (lastDay || mayRead) && (
      <div className="flex flex-wrap items-center gap-2">
        {fits && (
          <Button size="sm" icon={<FileText />} onClick={() => insert(fits)}>
            Template: {fits.title}
          </Button>
        )}
        {lastDay && (
          <Button size="sm" icon={<Copy />} onClick={copy} {...shortcutProps("copyLast")}>
            Copy from {shortDay(lastDay, today)}
          </Button>
        )}
        {mayRead && (
          <Button
            variant="ghost"
            size="sm"
            icon={<FileText />}
            onClick={() => setOpen(true)}
            {...shortcutProps("template")}
          >
            {fits ? "Other Templates" : "Templates"}
          </Button>
        )}
      </div>
    ),
  };
}

const typed = "rounded-sm bg-sunk px-1 font-sans text-xs font-medium text-ink";
