import { Inbox } from "lucide-react";
import { useState } from "react";
import { type ClaimedReferral, type SharedReferral, sharedWithMe } from "#features/referrals/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { AnsweredReferrals } from "./AnsweredReferrals.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { ReferralRow } from "./ReferralRow.tsx";
import { useClaim } from "./use-answers.ts";
import { waitingEvery } from "./use-waiting-count.ts";

/** Rows rendered at once of a long list. */
const AT_ONCE = 25;

/** Patients that other clinics referred to this one, to be added or declined. */
export function SharedWithMe({ onOpenPatient }: { onOpenPatient: (patientId: number) => void }) {
  const query = useCall(sharedWithMe, {}, { pollEvery: waitingEvery });
  const { data, error } = query;
  const [added, setAdded] = useState<ClaimedReferral | null>(null);
  const [declining, setDeclining] = useState<SharedReferral | null>(null);
  return (
    <div className="grid gap-5">
      {added && <Added claimed={added} onOpen={() => onOpenPatient(added.patientId)} />}
      <Section
        flush
        title="Waiting for your answer"
        note={data && data.length > 0 ? <Count value={data.length} /> : undefined}
        actions={
          data && error ? <span className="text-sm text-warn">Could not be refreshed</span> : undefined
        }
      >
        <QueryList
          query={query}
          title="Failed to load shared patients"
          skeleton={<SkeletonRows rows={3} />}
          label="Loading shared patients"
        >
          {(referrals) => <Referrals referrals={referrals} onAdded={setAdded} onDecline={setDeclining} />}
        </QueryList>
      </Section>
      <AnsweredReferrals onOpenPatient={onOpenPatient} />
      {declining && <DeclineDialog referral={declining} onClose={() => setDeclining(null)} />}
    </div>
  );
}

function Referrals({
  referrals,
  onAdded,
  onDecline,
}: {
  referrals: readonly SharedReferral[];
  onAdded: (claimed: ClaimedReferral) => void;
  onDecline: (referral: SharedReferral) => void;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const claim = useClaim(onAdded);
  if (referrals.length === 0)
    return (
      <Empty
        icon={<Inbox />}
        title="No Patient Referrals Yet"
        why="Referrals from other clinics appear here."
      />
    );
  return (
    <>
      <ul aria-label="Referrals waiting for your answer">
        {referrals.slice(0, shown).map((referral) => (
          <ReferralRow
            key={referral.id}
            referral={referral}
            isAdding={claim.adding === referral.id}
            isHeld={claim.adding !== null}
            onAdd={() => claim.add(referral.id)}
            onDecline={() => onDecline(referral)}
          />
        ))}
      </ul>
      {referrals.length > shown && (
        <div className="border-t border-line px-4 py-3">
          <Button onClick={() => setShown(shown + AT_ONCE)}>
            Show More ({formatCount(referrals.length - shown)})
          </Button>
        </div>
      )}
    </>
  );
}

function Added({ claimed, onOpen }: { claimed: ClaimedReferral; onOpen: () => void }) {
  const { patientName, admissionNo } = claimed.newPatient;
  return (
    <NoteBox
      tone="ok"
      role="status"
      title={patientName}
      actions={
        <Button size="sm" onClick={onOpen}>
          Open Record
        </Button>
      }
    >
      {claimed.isNew
        ? `Added to your clinic as ${admissionNo}.`
        : `Already has record ${admissionNo} in your clinic. New information was added to it.`}
    </NoteBox>
  );
}
