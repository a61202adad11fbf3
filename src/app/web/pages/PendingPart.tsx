import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";

/** A part of a page that is loading; its title is already announced to screen readers. */
export function PendingPart({ title }: { title: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Waiting skeleton={<SkeletonCard />} />
    </>
  );
}
