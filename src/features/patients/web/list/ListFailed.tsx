import type { ApiError } from "#web/data/api-error.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** A patient list that did not load. */
export function ListFailed({
  error,
  pages,
}: {
  error: ApiError;
  pages: { retry: () => void; isFetching: boolean };
}) {
  return (
    <Section flush>
      <ErrorState
        level={2}
        title="Failed to fetch patients"
        why={
          error.status === 0
            ? error.shown("")
            : error.status < 500
              ? `${error.shown("")} (HTTP ${error.status})`
              : `The server did not answer (HTTP ${error.status}). Nothing was changed.`
        }
        reference={error.body.reference}
        onRetry={pages.retry}
        retrying={pages.isFetching}
      />
    </Section>
  );
}
