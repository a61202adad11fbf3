import { FileText } from "lucide-react";
import { type QuickText, quickTexts } from "#features/quick-texts/contract.ts";
import { fold, searchWords, withWords } from "#shared/formats/name-search.ts";
import { useCall } from "#web/data/calls.ts";
import { InsertList } from "#web/InsertList.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

export type Template = QuickText & { template: NonNullable<QuickText["template"]> };

export const isTemplate = (quickText: QuickText): quickText is Template => quickText.template !== null;

/** Templates whose name starts with the typed word come first. */
function foundTemplates(all: readonly Template[], typed: string): Template[] {
  const [word = "", ...others] = searchWords(typed);
  const found = withWords(all, typed, ({ name, title }) => `${name} ${title}`);
  const begins = ({ name }: Template) => others.length === 0 && fold(name).startsWith(word);
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}

/** The note templates. */
export function TemplateDialog({
  onInsert,
  onClose,
}: {
  onInsert: (template: Template) => void;
  onClose: () => void;
}) {
  const query = useCall(quickTexts, {});
  return (
    <Dialog open onClose={onClose} title="Note Templates" size="md" bodyClassName="p-0!">
      <QueryList
        query={query}
        title="Failed to load templates"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        label="Loading templates"
        rowsOf={(texts) => texts.filter(isTemplate)}
        empty={
          <Empty
            icon={<FileText />}
            title="No templates yet"
            why="Write one, or take the examples, in Settings under Quick Text."
          />
        }
      >
        {(templates) => (
          <InsertList
            label="Note templates"
            one="template"
            searchedBy="name or title"
            find={(typed) => foundTemplates(templates, typed)}
            nameOf={({ title }) => title}
            detailOf={({ name, template: { diagnoses } }) => (
              <span className="text-sm text-ink-2">
                {[
                  `.${name}`,
                  ...diagnoses.map(({ words, code }) => [words, code].filter(Boolean).join(", ")),
                ].join(" · ")}
              </span>
            )}
            onInsert={onInsert}
          />
        )}
      </QueryList>
    </Dialog>
  );
}
