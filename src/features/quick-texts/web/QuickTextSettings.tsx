import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  addExamples,
  addQuickText,
  type QuickText,
  quickTexts,
  removeQuickText,
} from "#features/quick-texts/contract.ts";
import { mayWrite, type Writer } from "#features/quick-texts/rules.ts";
import { withWords } from "#shared/formats/name-search.ts";
import { TextWithBlanks } from "#web/clinical/TextWithBlanks.tsx";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { QuickTextDialog } from "./QuickTextDialog.tsx";

/** The number of rows from which there is a search box. */
const MANY = 8;

/** The Quick Text tab: the user's own and the clinic's. */
export function QuickTextSettings({ user }: { user: Writer }) {
  const query = useCall(quickTexts, {});
  const { data } = query;
  const [open, setOpen] = useState<{ quickText: QuickText | null } | null>(null);
  const [removing, setRemoving] = useState<QuickText | null>(null);
  const [typed, setTyped] = useState("");
  const mayAdd = useCan()(addQuickText);
  const take = useEndpointMutation(addExamples, {
    done: ({ added }) =>
      added === 0
        ? { title: "Nothing to add", description: "All examples are there already." }
        : { title: `${added} examples added`, description: "Change or delete those you do not use." },
    failed: { title: "Error", fallback: "Failed to add the examples" },
  });
  const remove = useEndpointMutation(removeQuickText, {
    done: "Quick text deleted",
    failed: { title: "Error", fallback: "Failed to delete the quick text" },
  });
  const examplesButton = (
    <IfCan do={addExamples}>
      <Button size="sm" busy={take.isPending} busyLabel="Adding…" onClick={() => take.mutate({})}>
        Use the Examples
      </Button>
    </IfCan>
  );
  const found = withWords(data ?? [], typed, ({ name, title, text }) => `${name} ${title} ${text ?? ""}`);
  const list = (whose: QuickText["whose"]) => found.filter((each) => each.whose === whose);
  const mayChange = (quickText: QuickText) => mayAdd && mayWrite(user, quickText);
  const rows = (title: string, shown: QuickText[]) =>
    shown.length > 0 && (
      <Section
        flush
        title={title}
        level={3}
        note={<span className="text-sm text-ink-2">{shown.length}</span>}
      >
        <ul aria-label={title}>
          {shown.map((quickText) => (
            <li
              key={quickText.id}
              className="flex items-start gap-3 border-t border-line py-2.5 pr-2 pl-4 first:border-t-0"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium">.{quickText.name}</span>
                  <span className="wrap-anywhere">{quickText.title}</span>
                  {quickText.template && <Badge small>Template</Badge>}
                  {quickText.isExample && <Badge small>Example</Badge>}
                </span>
                {quickText.text && (
                  <span className="mt-0.5 line-clamp-3 text-sm text-ink-2 wrap-anywhere">
                    <TextWithBlanks text={quickText.text} />
                  </span>
                )}
              </span>
              {mayChange(quickText) && (
                <>
                  <IconButton
                    size="sm"
                    label={`Edit .${quickText.name}`}
                    icon={<Pencil />}
                    className="max-md:size-touch"
                    onClick={() => setOpen({ quickText })}
                  />
                  <IconButton
                    size="sm"
                    label={`Delete .${quickText.name}`}
                    icon={<Trash2 />}
                    className="max-md:size-touch"
                    onClick={() => setRemoving(quickText)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      </Section>
    );
  return (
    <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5">
      <Section
        flush
        title="Quick text"
        actions={
          mayAdd && (
            <>
              {data && data.length > 0 && examplesButton}
              <Button size="sm" icon={<Plus />} onClick={() => setOpen({ quickText: null })}>
                Add Quick Text
              </Button>
            </>
          )
        }
      >
        <p className="px-4 py-3 text-sm text-ink-2">
          In a consultation, a full history or a prescription type a dot and the name, like .htn, then Enter.
          Tab goes to the next place to fill. No names or numbers of patients here: everyone you share it with
          reads it.
        </p>
        {data && data.length > MANY && (
          <div className="border-t border-line p-3">
            <SearchInput
              label="Search quick texts"
              placeholder="Search by name, title or words"
              value={typed}
              onChange={setTyped}
            />
          </div>
        )}
        {data?.length === 0 && (
          <Empty
            icon={<MessageSquareText />}
            title="No quick texts yet"
            why="Write your own, or begin with some 50 examples of common visits and change them."
            action={examplesButton}
          />
        )}
        {data && data.length > 0 && found.length === 0 && (
          <p role="status" className="border-t border-line px-4 py-6 text-center text-ink-2">
            No quick text contains “{typed.trim()}”.
          </p>
        )}
        {!data && (
          <QueryPending
            query={query}
            title="Failed to load quick texts"
            skeleton={<SkeletonRows rows={4} initials={false} />}
          />
        )}
      </Section>
      {rows("Your own", list("own"))}
      {rows("The clinic's", list("clinic"))}
      {open && <QuickTextDialog quickText={open.quickText} user={user} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ params: { id: String(removing.id) } });
          setRemoving(null);
        }}
        title={`Delete .${removing?.name}?`}
        description={
          removing?.whose === "clinic"
            ? "Nobody in the clinic can use it any more. What was written with it stays."
            : "What was written with it stays."
        }
        confirmLabel="Delete"
        danger
      />
    </div>
  );
}
