import { FileText } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type QuickText, quickTexts } from "#features/quick-texts/contract.ts";
import { fold, searchWords } from "#shared/formats/names.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

export type Template = QuickText & { template: NonNullable<QuickText["template"]> };

export const isTemplate = (quickText: QuickText): quickText is Template => quickText.template !== null;

/** A template whose name starts with this comes first. */
function foundTemplates(all: readonly Template[], typed: string): Template[] {
  const words = searchWords(typed);
  const found = all.filter(({ name, title }) => {
    const text = fold(`${name} ${title}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ name }: Template) => words.length === 1 && fold(name).startsWith(words[0] ?? "");
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}

/** The note templates: searched by typing, inserted with Enter. */
export function TemplateDialog({
  onInsert,
  onClose,
}: {
  onInsert: (template: Template) => void;
  onClose: () => void;
}) {
  const query = useCall(quickTexts, {});
  const { data } = query;
  const [typed, setTyped] = useState("");
  const templates = (data ?? []).filter(isTemplate);
  const found = foundTemplates(templates, typed);
  const [first] = found;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (first) onInsert(first);
  };
  return (
    <Dialog open onClose={onClose} title="Note Templates" size="md" bodyClassName="p-0!">
      {data === undefined ? (
        <QueryPending
          query={query}
          title="Failed to load templates"
          skeleton={<SkeletonRows rows={3} initials={false} />}
          label="Loading templates"
        />
      ) : templates.length === 0 ? (
        <Empty
          icon={<FileText />}
          title="No templates yet"
          why="Write one, or take the examples, in Settings under Quick Text."
        />
      ) : (
        <>
          <div className="border-b border-line p-3">
            <SearchInput
              label="Search templates"
              placeholder="Search by name or title"
              value={typed}
              onChange={setTyped}
              onKeyDown={onKey}
              data-autofocus=""
            />
          </div>
          {found.length === 0 ? (
            <p role="status" className="px-4 py-6 text-center text-ink-2">
              No template contains “{typed.trim()}”.
            </p>
          ) : (
            <ul aria-label="Note templates" className="divide-y divide-line">
              {found.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    onClick={() => onInsert(template)}
                    className={cx(
                      "flex min-h-touch w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-sunk",
                      template === first && "bg-brand-wash",
                    )}
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <span className="block font-medium">{template.title}</span>
                      <span className="text-sm text-ink-2">
                        {[
                          `.${template.name}`,
                          ...template.template.diagnoses.map(({ words, code }) =>
                            [words, code].filter(Boolean).join(", "),
                          ),
                        ].join(" · ")}
                      </span>
                    </span>
                    {template === first && (
                      <span aria-hidden="true" className="max-md:hidden">
                        <Kbd>Enter</Kbd>
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
