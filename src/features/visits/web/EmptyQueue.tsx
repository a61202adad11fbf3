import { Users } from "lucide-react";
import { Empty } from "#web/ui/feedback/Empty.tsx";

export const EmptyQueue = ({ hasSeen }: { hasSeen: boolean }) => (
  <Empty
    icon={<Users />}
    title="Nobody is in the queue"
    why={`${hasSeen ? "Nobody else is waiting. " : ""}Add a walk-in to give out a number.`}
  />
);
