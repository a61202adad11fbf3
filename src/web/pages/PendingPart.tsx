import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

/** Where a page's part is still on its way: who listens hears the page's title all the same. */
export function PendingPart({ title }: { title: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Waiting skeleton={<SkeletonCard />} />
    </>
  );
}
