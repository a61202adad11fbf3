import { Download, Printer, Share2 } from "lucide-react";
import { useState } from "react";
import {
  cancelReferral,
  type PatientReferral,
  patientReferrals,
  referralLetterPdf,
  releaseReferralLetter,
} from "#features/referrals/contract.ts";
import { hasLetter, letterState, mayCancel } from "#features/referrals/rules.ts";
import { formatDay, formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { ReleaseButton, SignedMark, useMayWithdraw } from "#web/clinical/signed-papers.tsx";
import { usePages } from "#web/data/calls.ts";
import { canShareFiles } from "#web/printing/share-file.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { doctorOf, statusWords } from "./referral-words.ts";
import { useCancel } from "./use-answers.ts";

/** Where the patient was referred to, with the outcome, and where the patient came from. */
export function PatientReferrals({ patientId }: { patientId: number }) {
  const read = usePages(patientReferrals, { params: { id: String(patientId) }, query: { limit: "10" } });
  return (
    <Section flush title="Referrals">
      <QueryList
        query={read}
        title="Failed to load referrals"
        skeleton={<SkeletonRows rows={1} initials={false} />}
        label="Loading referrals"
        empty={<p className="px-4 py-3 text-sm text-ink-3">No referrals yet.</p>}
      >
        {(referrals, foot) => (
          <>
            <ul aria-label="Referrals">
              {referrals.map((referral) => (
                <Referral key={referral.id} referral={referral} />
              ))}
            </ul>
            {read.hasNextPage && foot}
          </>
        )}
      </QueryList>
    </Section>
  );
}

function Referral({ referral }: { referral: PatientReferral }) {
  const { side, status } = referral;
  const { label, tone } = statusWords[status];
  const mayWithdraw = useMayWithdraw(cancelReferral, {
    practitioner: referral.practitioner,
    state: mayCancel(referral) ? letterState(referral) : "withdrawn",
    isOwn: referral.isOwn ?? false,
  });
  const waits = hasLetter(referral) && letterState(referral) === "prepared";
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
          {side === "sent" ? "To " : "From "}
          <b className="font-strong">{side === "sent" ? referral.toClinicName : referral.fromClinicName}</b>
        </p>
        {waits && <SignedMark state="prepared" prepared="Letter awaiting release" of={referral} />}
        {!(waits && status === "letter") && <Badge tone={tone}>{label}</Badge>}
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {hasLetter(referral) && (waits ? <Release referral={referral} /> : <Letter referral={referral} />)}
          {mayWithdraw && <Cancel referral={referral} />}
        </div>
      </div>
      <p className="text-sm text-ink-3">
        Referred {formatInstant(referral.dateReferred)} by {doctorOf(referral.referringDoctor)}
        {referral.answeredAt && ` · ${label} ${formatInstant(referral.answeredAt)}`}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{referral.referralReason}</p>
      {referral.referralNotes && (
        <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-2">{referral.referralNotes}</p>
      )}
      {referral.declineReason && (
        <p className="text-sm wrap-anywhere text-bad">Declined because: {referral.declineReason}</p>
      )}
      {side === "sent" && (
        <p className="text-sm text-ink-3">
          Consent:{" "}
          {referral.consent
            ? `${referral.consent.agreedBy}, ${formatDay(manilaDay(new Date(referral.consent.at)))}`
            : "not recorded"}
        </p>
      )}
    </li>
  );
}

/** Until then its letter can't be printed. */
const Release = ({ referral }: { referral: PatientReferral }) => (
  <ReleaseButton
    endpoint={releaseReferralLetter}
    of={referral}
    sent={{ params: { id: String(referral.patientId), referralId: String(referral.id) } }}
    label={`Release the letter to ${referral.toClinicName}`}
    done={`Letter to ${referral.toClinicName} released`}
    fallback="Failed to release the letter"
  />
);

function Letter({ referral }: { referral: PatientReferral }) {
  const params = { id: String(referral.patientId), referralId: String(referral.id) };
  const paper = usePdf(referralLetterPdf, { params }, "Failed to make the letter's PDF");
  return (
    <>
      {paper.failure && <FieldError>{paper.failure}</FieldError>}
      <IconButton
        size="sm"
        label={`Print the letter to ${referral.toClinicName}`}
        icon={<Printer />}
        busy={paper.fetching === "print"}
        onClick={() => void paper.fetch("print")}
      />
      <IconButton
        size="sm"
        label={`Download the letter to ${referral.toClinicName}`}
        icon={<Download />}
        busy={paper.fetching === "download"}
        onClick={() => void paper.fetch("download")}
      />
      {canShareFiles() && (
        <IconButton
          size="sm"
          label={`Share the letter to ${referral.toClinicName}`}
          icon={<Share2 />}
          busy={paper.fetching === "share"}
          onClick={() => void paper.fetch("share")}
        />
      )}
    </>
  );
}

const ofReferral = {
  noun: "referral",
  effect: "The clinic can no longer see this referral. You can refer the patient again.",
  keep: "Keep Referral",
  cancel: "Cancel Referral",
};
const ofLetter = {
  noun: "letter",
  effect: "It stays in the list and can't be printed again. Take back a copy that was already given.",
  keep: "Keep Letter",
  cancel: "Cancel Letter",
};

function Cancel({ referral }: { referral: PatientReferral }) {
  const [isAsking, setAsking] = useState(false);
  // Of when it was asked, since it is cancelled while the dialog closes.
  const [isLetter] = useState(referral.status === "letter");
  const words = isLetter ? ofLetter : ofReferral;
  const cancel = useCancel({ isLetter });
  const send = async () => {
    await cancel(referral.id);
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title={`Cancel the ${words.noun} to ${referral.toClinicName}?`}
        description={words.effect}
        cancelLabel={words.keep}
        confirmLabel={words.cancel}
        busyLabel="Cancelling…"
        danger
      />
    </>
  );
}
