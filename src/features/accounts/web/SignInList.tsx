import type { clinicSignIns, ownSignIns, platformSignIns } from "#features/accounts/security-contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { usePages } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { cx } from "#web/ui/cx.ts";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { signInInWords, withRepeatsAsOne } from "./sign-ins-in-words.ts";

/** Newest first. Sign-ins are stored for one year. */
export function SignInList({
  title,
  endpoint,
}: {
  title: string;
  endpoint: typeof ownSignIns | typeof clinicSignIns | typeof platformSignIns;
}) {
  const read = usePages(
    endpoint as typeof ownSignIns,
    { query: { limit: "10" } },
    { refetchOnMount: "always" },
  );
  return (
    <Section title={title} flush>
      <QueryList
        query={read}
        title="Failed to load sign-ins"
        label="Loading sign-ins..."
        level={3}
        skeleton={<SkeletonRows rows={5} initials={false} />}
        empty={<p className="p-4 text-ink-2">No sign-ins yet.</p>}
      >
        {(rows, foot) => (
          <>
            <ul className="divide-y divide-line">
              {withRepeatsAsOne(rows).map((line) => (
                <li key={line.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
                  <span className="min-w-0 flex-1 basis-50">
                    <span className={cx("block font-medium", !line.isRight && "text-bad")}>
                      {signInInWords(line)}
                      {line.userName && `: ${line.userName}`}
                    </span>
                    <span className="block text-sm text-ink-2">
                      {[line.clinicName, line.device, line.address].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                  <time dateTime={line.at} className="text-sm text-ink-2 tabular-nums">
                    {formatInstant(line.at)}
                  </time>
                </li>
              ))}
            </ul>
            {/* The total counts attempts, of which one row may hold several. */}
            {read.hasNextPage && foot}
          </>
        )}
      </QueryList>
    </Section>
  );
}
