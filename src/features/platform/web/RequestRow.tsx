import { useId, useState } from "react";
import type { PlatformMessage } from "#features/platform/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";

/** Characters of a message before it is expanded. */
const shownAtFirst = 400;

/** One message: its sender, text, and the ways to answer. */
export function RequestRow({
  message,
  onMark,
  onShowClinic,
}: {
  message: PlatformMessage;
  onMark: (isHandled: boolean) => void;
  onShowClinic: () => void;
}) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const { kind, subject, name, email, phone, clinic, createdAt, handledAt } = message;
  const isLong = message.message.length > shownAtFirst;
  const text = isLong && !isWhole ? `${message.message.slice(0, shownAtFirst).trimEnd()}…` : message.message;
  return (
    <li aria-labelledby={heading} className="grid gap-2 border-t border-line px-4 py-3.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={heading} className="font-strong wrap-anywhere">
          {subject}
        </h2>
        <Badge tone={kind === "upgrade" ? "info" : "quiet"}>
          {kind === "upgrade" ? "Upgrade request" : "Contact"}
        </Badge>
        <span className="text-sm text-ink-3 md:ml-auto">
          <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
          {handledAt && (
            <>
              {" "}
              · handled <time dateTime={handledAt}>{formatInstant(handledAt)}</time>
            </>
          )}
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-ink-2">
        {name}
        {clinic && ` · ${clinic}`}
      </p>
      <p className="max-w-180 wrap-anywhere whitespace-pre-line">
        {text}{" "}
        {isLong && (
          <Button variant="link" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : "Show all"}
          </Button>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
          className="inline-flex items-center text-sm wrap-anywhere max-md:min-h-touch"
        >
          {email}
        </a>
        {phone && (
          <a
            href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}
            className="inline-flex items-center text-sm wrap-anywhere max-md:min-h-touch"
          >
            {formatPhone(phone)}
          </a>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {kind === "upgrade" && (
            <Button size="sm" variant="ghost" onClick={onShowClinic} aria-label={`Show Clinic: ${clinic}`}>
              Show Clinic
            </Button>
          )}
          <Button
            size="sm"
            onClick={() => onMark(handledAt === null)}
            aria-label={`${handledAt === null ? "Mark as Handled" : "Mark as Waiting"}: ${subject}`}
          >
            {handledAt === null ? "Mark as Handled" : "Mark as Waiting"}
          </Button>
        </span>
      </div>
    </li>
  );
}
