import { answersFor } from "#shared/who-answers.ts";
import { useCurrentUser } from "#web/data/session.tsx";

/** Whether the user answers for an entry, as its author or as the doctor. */
export function useAnswersFor(): (entry: { isOwn: boolean }) => boolean {
  const user = useCurrentUser().data;
  return ({ isOwn }) => !!user && answersFor({ userId: user.id, role: user.role }, isOwn ? user.id : null);
}
