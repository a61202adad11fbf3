import { isDoctor, type Role } from "./permissions.ts";

/**
 * Whether a user answers for what was recorded, and so may mark it as entered in error or withdraw it: its author, or its
 * doctor. `authorId` is null when no user of the clinic wrote it.
 *
 * `doctorId` is the account of the doctor whose entry it is, such as a consultation. It is null where an entry has none:
 * allergies, problems, results and vital signs are the patient's, and each doctor of the clinic treats by them. It is null
 * too once that doctor no longer practises in the clinic, or a mistake of theirs would stay for good. Any doctor answers
 * for these; in a clinic with one doctor that is the owner, for everything.
 */
export const answersFor = (
  user: { userId: number; role: Role },
  { authorId, doctorId }: { authorId: number | null; doctorId: number | null },
): boolean =>
  authorId === user.userId || (doctorId === null ? isDoctor(user.role) : doctorId === user.userId);
