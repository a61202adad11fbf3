import { Badge } from "#web/ui/Badge.tsx";

/** Beside the name of an entry that only its author and the clinic's owner see. */
export const ConfidentialBadge = ({ of }: { of: { isConfidential?: boolean | undefined } }) =>
  of.isConfidential && (
    <Badge small tone="info">
      Confidential
    </Badge>
  );
