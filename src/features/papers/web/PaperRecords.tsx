import { Ellipsis, FileCheck, Plus, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import { addPaper, type ClinicPaper, paperPdf, withdrawPaper } from "#features/papers/contract.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { SignedMark, useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { canShareFiles } from "#web/printing/share-file.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { ReleasePaper } from "./ReleasePaper.tsx";
import { usePapers } from "./use-papers.ts";

const PaperDetailDialog = lazyPart(() => import("./PaperDetailDialog.tsx"), "PaperDetailDialog");
const WithdrawPaperDialog = lazyPart(() => import("./WithdrawPaperDialog.tsx"), "WithdrawPaperDialog");

/** The certificates and requests of a patient's record. */
export function PaperRecords({ patientId, onAdd }: { patientId: number; onAdd: () => void }) {
  const { pages, papers } = usePapers(patientId);
  const [opened, open] = useState<{ id: number; as: "paper" | "withdraw" } | null>(null);
  const shown = papers?.find(({ id }) => id === opened?.id);
  const close = () => open(null);
  return (
    <Section
      flush
      title="Papers"
      actions={
        <IfCan do={addPaper}>
          <Button size="sm" icon={<Plus />} onClick={onAdd}>
            New Certificate or Request
          </Button>
        </IfCan>
      }
    >
      <QueryList
        query={pages}
        title="Failed to load the papers"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        label="Loading papers"
        empty={
          <Empty
            icon={<FileCheck />}
            title="No certificates or requests yet"
            why="Each has a number and a code, with which anyone can check that it is valid."
          />
        }
      >
        {(papers, foot) => (
          <>
            <ul aria-label="Certificates and requests">
              {papers.map((paper) => (
                <PaperRow key={paper.id} paper={paper} onOpen={(as) => open({ id: paper.id, as })} />
              ))}
            </ul>
            {pages.hasNextPage && foot}
          </>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {shown && opened?.as === "paper" && <PaperDetailDialog paper={shown} onClose={close} />}
        {shown && opened?.as === "withdraw" && <WithdrawPaperDialog paper={shown} onClose={close} />}
      </Suspense>
    </Section>
  );
}

function PaperRow({ paper, onOpen }: { paper: ClinicPaper; onOpen: (as: "paper" | "withdraw") => void }) {
  const { id, patientId, title, number, day, state, items } = paper;
  const params = { id: String(patientId), paperId: String(id) };
  const pdf = usePdf(
    paperPdf,
    { params, query: { paper: usePaperSize() } },
    "The paper could not be printed",
  );
  const mayWithdraw = useMayWithdraw(withdrawPaper, paper);
  const named = `${title} No. ${number}`;
  const out = items.filter((item) => item.state === "out").length;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5 wrap-anywhere">
        <button
          type="button"
          className="text-left font-medium hover:underline"
          onClick={() => onOpen("paper")}
        >
          {title}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3 tabular-nums">
          <span>
            No. {number} · {formatDay(day)}
          </span>
          <SignedMark state={state} prepared="Awaiting release" of={paper} />
          <ConfidentialBadge of={paper} />
          {out > 0 && state === "final" && (
            <span className="text-warn">
              {out} of {items.length} not back yet
            </span>
          )}
        </p>
        {pdf.failure && <FieldError>{pdf.failure}</FieldError>}
      </div>
      <div className="flex items-center gap-2">
        {state === "prepared" && <ReleasePaper paper={paper} label={`Release ${named}`} />}
        {state === "final" && (
          <Button
            size="sm"
            icon={<Printer />}
            aria-label={`Print ${named}`}
            busy={pdf.fetching === "print"}
            onClick={() => void pdf.fetch("print")}
          >
            Print
          </Button>
        )}
        <Menu
          align="end"
          title={named}
          trigger={<IconButton size="sm" label={`More for ${named}`} icon={<Ellipsis />} />}
          items={[
            { label: "View", onSelect: () => onOpen("paper") },
            ...(state === "final"
              ? [
                  { label: "Download PDF", onSelect: () => void pdf.fetch("download") },
                  ...(canShareFiles() ? [{ label: "Share", onSelect: () => void pdf.fetch("share") }] : []),
                ]
              : []),
            ...(mayWithdraw ? [{ label: "Withdraw", danger: true, onSelect: () => onOpen("withdraw") }] : []),
          ]}
        />
      </div>
    </li>
  );
}
