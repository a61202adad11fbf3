import {
  type ClinicPaper,
  changeRequestedItem,
  paperPdf,
  type RequestedItem,
  withdrawPaper,
} from "#features/papers/contract.ts";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { SignedPaperDialog } from "#web/clinical/SignedPaperDialog.tsx";
import { SignedMark, useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { usePaperSize } from "#web/printing/paper-size-choice.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { State } from "#web/ui/State.tsx";
import { ReleasePaper } from "./ReleasePaper.tsx";
import { SavedPaperPreview } from "./SavedPaperPreview.tsx";
import { usePapers } from "./use-papers.ts";
import { WithdrawPaperDialog } from "./WithdrawPaperDialog.tsx";

/** One saved paper, as it is printed, and its actions. */
export function PaperDetailDialog({ paper: opened, onClose }: { paper: ClinicPaper; onClose: () => void }) {
  const { papers } = usePapers(opened.patientId);
  const paper = papers?.find(({ id }) => id === opened.id) ?? opened;
  const { id, patientId, title, number, state, code } = paper;
  const params = { id: String(patientId), paperId: String(id) };
  const mayWithdraw = useMayWithdraw(withdrawPaper, paper);
  const pdf = usePdf(
    paperPdf,
    { params, query: { paper: usePaperSize() } },
    "The paper could not be printed",
  );
  return (
    <SignedPaperDialog
      title={`${title} No. ${number}`}
      mark={<SignedMark state={state} prepared="Awaiting release" of={paper} />}
      {...{ state, paper, pdf, onClose }}
      release={<ReleasePaper paper={paper} />}
      releasedFor="printed"
      withdraw={mayWithdraw ? (onDone) => <WithdrawPaperDialog paper={paper} onClose={onDone} /> : undefined}
      className="grid gap-4"
    >
      <ConfidentialLine patientId={patientId} entry="paper" of={paper} />
      {paper.items.length > 0 && state === "final" && <Items paper={paper} />}
      {state !== "prepared" && (
        <p className="text-sm text-ink-2">
          Anyone can check it at{" "}
          <a
            href={`/verify/${code}`}
            target="_blank"
            rel="noopener"
            className="font-medium wrap-anywhere underline"
          >
            /verify/{code}
          </a>
          .
        </p>
      )}
      <div className="rounded-md bg-sunk p-4 max-md:p-3">
        <div className="mx-auto max-w-120">
          <SavedPaperPreview paper={paper} />
        </div>
      </div>
    </SignedPaperDialog>
  );
}

const itemStates: Record<RequestedItem["state"], { tone: "warn" | "ok" | "quiet"; words: string }> = {
  out: { tone: "warn", words: "Not back yet" },
  answered: { tone: "ok", words: "Result is back" },
  done: { tone: "ok", words: "Done" },
  cancelled: { tone: "quiet", words: "Cancelled" },
};

/** The requested tests: closed by a result, or by hand. */
function Items({ paper: { id, patientId, items } }: { paper: ClinicPaper }) {
  const change = useEndpointMutation(changeRequestedItem, {
    done: null,
    failed: { title: "Error", fallback: "Failed to mark the test" },
  });
  const mark = (item: RequestedItem, state: "open" | "done" | "cancelled") =>
    change.mutate({
      params: { id: String(patientId), paperId: String(id), itemId: String(item.id) },
      body: { state },
    });
  return (
    <ul aria-label="Tests of this request" className="rounded-md border border-line">
      {items.map((item) => {
        const { tone, words } = itemStates[item.state];
        return (
          <li
            key={item.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-44 wrap-anywhere">{item.label}</span>
            <State tone={tone}>{words}</State>
            <IfCan do={changeRequestedItem}>
              {item.state === "out" ? (
                <span className="flex gap-2">
                  <Button size="sm" aria-label={`${item.label}: done`} onClick={() => mark(item, "done")}>
                    Done
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`${item.label}: cancel`}
                    onClick={() => mark(item, "cancelled")}
                  >
                    Cancel
                  </Button>
                </span>
              ) : (
                item.state !== "answered" && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`${item.label}: not back yet`}
                    onClick={() => mark(item, "open")}
                  >
                    Not Back Yet
                  </Button>
                )
              )}
            </IfCan>
          </li>
        );
      })}
    </ul>
  );
}
