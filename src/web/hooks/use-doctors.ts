import { useCurrentUser } from "#web/data/session.tsx";

export type Doctor = { id: number; userId: number; name: string; letter: string };

/** The clinic's doctors by letter, and the one who is signed in; null where only one practises. */
export function useDoctors(): { all: readonly Doctor[]; own: Doctor | undefined } | null {
  const user = useCurrentUser().data;
  if (!user?.doctors) return null;
  return { all: user.doctors, own: user.doctors.find(({ userId }) => userId === user.id) };
}
