import { FileCheck, Pencil, Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import {
  addPaperTemplate,
  type PaperTemplate,
  paperTemplates,
  removePaperTemplate,
} from "#features/papers/contract.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";

const PaperTemplateDialog = lazyPart(() => import("./PaperTemplateDialog.tsx"), "PaperTemplateDialog");

/** The clinic's own wordings of certificates. */
export function PaperTemplates() {
  const query = useCall(paperTemplates, {});
  const mayChange = useCan()(addPaperTemplate);
  const [open, setOpen] = useState<{ template: PaperTemplate | null } | null>(null);
  const [removing, setRemoving] = useState<PaperTemplate | null>(null);
  const remove = useEndpointMutation(removePaperTemplate, {
    done: "Template removed",
    failed: { title: "Error", fallback: "Failed to remove the template" },
  });
  return (
    <div className="max-w-form">
      <Section
        flush
        title="Templates of papers"
        actions={
          mayChange && (
            <Button size="sm" icon={<Plus />} onClick={() => setOpen({ template: null })}>
              New Template
            </Button>
          )
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
          Medical certificate, fitness and clearance are there already, in standard wording. Copy one to
          change it, or write your own. Papers made with a template keep their text.
        </p>
        <QueryList
          query={query}
          title="Failed to load the templates"
          skeleton={<SkeletonRows rows={2} initials={false} />}
          empty={
            <Empty
              icon={<FileCheck />}
              title="No templates of your own"
              why={mayChange ? "The ones above are used." : "The doctor can add some."}
            />
          }
        >
          {(templates) => (
            <ul aria-label="Templates of the clinic">
              {templates.map((template) => (
                <li
                  key={template.id}
                  className="flex min-h-13 items-center gap-2 border-t border-line px-4 py-2 first:border-t-0"
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="block font-medium">{template.name}</span>
                    <span className="block text-sm text-ink-3">{template.title}</span>
                  </span>
                  {mayChange && (
                    <>
                      <IconButton
                        size="sm"
                        label={`Change ${template.name}`}
                        icon={<Pencil />}
                        onClick={() => setOpen({ template })}
                      />
                      <IconButton
                        size="sm"
                        label={`Remove ${template.name}`}
                        icon={<Trash2 />}
                        onClick={() => setRemoving(template)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </Section>
      <Suspense fallback={null}>
        {open && <PaperTemplateDialog template={open.template} onClose={() => setOpen(null)} />}
      </Suspense>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ params: { id: String(removing.id) } });
          setRemoving(null);
        }}
        title={`Remove ${removing?.name ?? "the template"}?`}
        description="Papers made with it stay as they are."
        confirmLabel="Remove"
        danger
      />
    </div>
  );
}
