import type { SignInEntry, SignInWay } from "#features/accounts/security-contract.ts";

type SignInLine = SignInEntry & {
  /** How many consecutive attempts were the same; the row shows the newest one's time. */
  times: number;
};

/** Merges consecutive attempts that failed in the same way and from the same place into one row. Newest first. */
export function withRepeatsAsOne(entries: readonly SignInEntry[]): SignInLine[] {
  const lines: SignInLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last && isRepeat(last, entry)) last.times += 1;
    else lines.push({ ...entry, times: 1 });
  }
  return lines;
}

const isRepeat = (one: SignInEntry, other: SignInEntry): boolean =>
  !one.isRight &&
  !other.isRight &&
  (["way", "waitsForCode", "userName", "clinicName", "device", "address"] as const).every(
    (field) => one[field] === other[field],
  );

const succeeded: Record<SignInWay, string> = {
  password: "Signed in",
  totp: "Signed in with a code",
  recovery_code: "Signed in with a recovery code",
  passkey: "Signed in with a passkey",
  pin: "Left staff mode with the PIN",
  reset_link: "Password reset by email",
};
const refused: Record<SignInWay, string> = {
  password: "Sign-in refused",
  totp: "Code refused",
  recovery_code: "Recovery code refused",
  passkey: "Passkey refused",
  pin: "Staff mode PIN refused",
  reset_link: "Password reset refused",
};

export function signInInWords({ way, isRight, waitsForCode, times }: SignInLine): string {
  const what = waitsForCode ? "Password right, second step not done" : (isRight ? succeeded : refused)[way];
  return times === 1 ? what : `${what}, ${times} times`;
}
