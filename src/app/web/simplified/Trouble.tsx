import { formatClock } from "#shared/formats/dates.ts";
import type { ApiError } from "#web/data/api-error.ts";

/** What failed to load, in one line with a retry button, and the age of the data that is still shown. */
export function Trouble({
  title,
  error,
  answeredAt,
  onRetry,
}: {
  title: string;
  error: ApiError;
  answeredAt?: Date | null;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="told">
      <p>
        {error.status === 0 ? "No connection." : `${title}. ${error.shown("")}`}
        {answeredAt && ` This is from ${formatClock(answeredAt)}.`}
      </p>
      <button type="button" className="plain" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}
