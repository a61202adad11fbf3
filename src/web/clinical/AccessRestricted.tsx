import { Lock } from "lucide-react";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** Shown instead of patients to users who may not see them. */
export function AccessRestricted() {
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
        why="You don't have permission to view patient information."
      />
    </Section>
  );
}
