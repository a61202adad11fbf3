import { hash, verify } from "@node-rs/argon2";

/** argon2id, 19 MiB, t = 2, p = 1 (OWASP Password Storage). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More parallel hashes would starve other requests on two cores (measured). */
const maxParallel = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Running hashes and checks, and those in the queue. */
export const passwordWork = () => ({ running, waiting: waiting.length });

const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Hashed at another cost than the current one; replaced at the next right password. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(currentPrefix);

/** One form for letters that can be typed in two, such as ñ on a phone and on a Mac (NIST SP 800-63B: NFKC or NFKD). */
export const normalizePassword = (password: string): string => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> =>
  queued(() => hash(normalizePassword(password), cost));

/** What a password may have been hashed as: normalized, or until November 2026 as it was typed. */
const hashedForms = (password: string): Set<string> =>
  new Set([normalizePassword(password), password, password.normalize("NFC"), password.normalize("NFD")]);

/** Checked for unknown emails, so that the response takes as long as for known ones. */
const nobodysHash = hash("a password that nobody has", cost);

export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  queued(async () => {
    const compared = stored ?? (await nobodysHash);
    for (const form of hashedForms(password)) if (await verify(compared, form)) return stored !== null;
    return false;
  });
