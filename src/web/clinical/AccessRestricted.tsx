import { Lock } from "lucide-react";
import { Empty } from "../ui/feedback/Empty.tsx";
import { Section } from "../ui/frame/Section.tsx";

/** Shown instead of what a user may not see. */
export function AccessRestricted({
  why = "You don't have permission to view patient information.",
}: {
  why?: string | undefined;
}) {
  return (
    <Section flush>
      <Empty
        icon={<Lock />}
        level={2}
        title={
          <>
            Access Restricted<span className="sr-only"> - </span>
          </>
        }
        why={why}
      />
    </Section>
  );
}
