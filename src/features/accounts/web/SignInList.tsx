import type { clinicSignIns, ownSignIns, platformSignIns } from "#features/accounts/contract.ts";
import { formatInstant } from "#shared/dates.ts";
import { usePages } from "#web/calls.ts";
import { PagedList } from "#web/PagedList.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/Section.tsx";

/** Newest first, kept for one year. */
export function SignInList({
  title,
  endpoint,
}: {
  title: string;
  endpoint: typeof ownSignIns | typeof clinicSignIns | typeof platformSignIns;
}) {
  const read = usePages(endpoint as typeof ownSignIns, { query: { limit: "10" } }, { isAskedAnew: true });
  return (
    <Section title={title} flush>
      <PagedList read={read} what="sign-ins" skeleton={null}>
        {(rows, foot) =>
          rows.length === 0 ? (
            <p className="p-4 text-ink-2">No sign-ins yet.</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {rows.map(({ id, at, userName, clinicName, device, address, isRight }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
                    <span className="min-w-0 flex-1 basis-50">
                      <span className={cx("block font-medium", !isRight && "text-bad")}>
                        {isRight ? "Signed in" : "Sign-in refused"}
                        {userName && `, ${userName}`}
                      </span>
                      <span className="block text-sm text-ink-2">
                        {[clinicName, device, address].filter(Boolean).join(" · ")}
                      </span>
                    </span>
                    <time dateTime={at} className="text-sm text-ink-2 tabular-nums">
                      {formatInstant(at)}
                    </time>
                  </li>
                ))}
              </ul>
              {foot}
            </>
          )
        }
      </PagedList>
    </Section>
  );
}
