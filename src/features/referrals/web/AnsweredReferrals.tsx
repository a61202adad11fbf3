import { type AnsweredReferral, answeredReferrals } from "#features/referrals/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { usePages } from "#web/data/calls.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import { ageSexOf, statusWords } from "./referral-words.ts";

/** Answered and cancelled referrals, latest first; hidden while there are none. */
export function AnsweredReferrals({ onOpenPatient }: { onOpenPatient: (patientId: number) => void }) {
  const read = usePages(answeredReferrals, { query: { limit: "10" } });
  const referrals = read.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (referrals.length === 0 && !read.error) return null;
  return (
    <Section flush title="Answered">
      {referrals.length === 0 ? (
        <ErrorState
          title="Failed to load answered referrals"
          why={read.error?.shown("The list could not be read.")}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      ) : (
        <>
          <ul aria-label="Answered referrals">
            {referrals.map((referral) => (
              <Answered key={referral.id} referral={referral} onOpenPatient={onOpenPatient} />
            ))}
          </ul>
          <LoadMore
            shown={referrals.length}
            {...(read.hasNextPage && { onMore: () => void read.fetchNextPage() })}
            busy={read.isFetchingNextPage}
          />
        </>
      )}
    </Section>
  );
}

function Answered({
  referral,
  onOpenPatient,
}: {
  referral: AnsweredReferral;
  onOpenPatient: (patientId: number) => void;
}) {
  const { patient, status, fromClinic, answeredAt, declineReason, claimedPatientId } = referral;
  const { label, tone } = statusWords[status];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          <span className="font-medium">{patient.patientName}</span>{" "}
          <span className="text-ink-3">{ageSexOf(patient)}</span>
        </p>
        <p className="text-sm text-ink-2">
          From {fromClinic.name} · <time dateTime={answeredAt}>{formatInstant(answeredAt)}</time>
        </p>
        {declineReason && <p className="text-sm wrap-anywhere text-ink-2">Reason: {declineReason}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
      {claimedPatientId !== null && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onOpenPatient(claimedPatientId)}
          aria-label={`Open Record ${patient.patientName}`}
        >
          Open Record
        </Button>
      )}
    </li>
  );
}
