import type { PaperDoctor } from "#shared/paper-doctor.ts";
import { answersFor } from "#shared/who-answers.ts";
import { useCurrentUser } from "#web/data/session.tsx";

type Entry = {
  isOwn: boolean;
  /** Of an entry that has one, where the clinic has several. */
  practitioner?: Pick<PaperDoctor, "userId"> | undefined;
};

/** Whether the user answers for an entry, as its author or as its doctor. */
export function useAnswersFor(): (entry: Entry) => boolean {
  const user = useCurrentUser().data;
  return ({ isOwn, practitioner }) => {
    if (!user) return false;
    const practises = user.doctors?.some(({ userId }) => userId === practitioner?.userId);
    return answersFor(
      { userId: user.id, role: user.role },
      { authorId: isOwn ? user.id : null, doctorId: (practises && practitioner?.userId) || null },
    );
  };
}
