import type { ReactNode } from "react";
import type { usePage } from "./data/use-page.ts";
import { QueryList } from "./QueryList.tsx";
import { SkeletonRows } from "./ui/feedback/Skeleton.tsx";
import { Section } from "./ui/frame/Section.tsx";
import { Pager } from "./ui/lists/Pager.tsx";

/** What was done before, newest first, one page at a time. */
export function EarlierList<Row>({
  page,
  rowsOf,
  title,
  failed,
  empty,
  children,
}: {
  page: ReturnType<typeof usePage<Row>>;
  /** The rows of a page that are listed; all by default. */
  rowsOf?: (rows: readonly Row[]) => readonly Row[];
  title: string;
  /** "Failed to load the exports" */
  failed: string;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  const { from, to, total, onPrevious, onNext, isTurning } = page;
  return (
    <Section flush title={title}>
      <QueryList<readonly Row[], Row>
        query={{ ...page, data: page.rows, refetch: page.retry }}
        {...(rowsOf && { rowsOf })}
        title={failed}
        skeleton={<SkeletonRows rows={3} initials={false} />}
        empty={empty}
      >
        {(rows) => (
          <>
            <ul aria-label={title}>{rows.map(children)}</ul>
            {(onPrevious || onNext) && (
              <Pager {...{ from, to, total, onPrevious, onNext }} busy={isTurning} />
            )}
          </>
        )}
      </QueryList>
    </Section>
  );
}
