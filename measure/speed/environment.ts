import { newSecret, sha256 } from "#server/auth/secrets.ts";
import { withClient } from "#server/database/with-client.ts";
import { fillFrontDesks } from "./front-desk-day.ts";
import { type Clinic, openPlatform, type Platform } from "./platform.ts";

/** How long and how often; the small run of `npm test` takes less. */
export type Bench = {
  rounds: number;
  seconds: number;
  connections: number;
  size: number;
  /** Where generated platforms are stored between runs. */
  folder: string;
  log: (line: string) => void;
};

/** A signed-in user. */
export type SignedIn = { clinicId: number; userId: number; token: string; patientIds: number[] };

/** A generated platform with signed-in users. */
export type SpeedEnvironment = {
  bench: Bench;
  platform: Platform;
  /** The doctors of ordinary clinics. */
  owners: SignedIn[];
  /** The doctor of the clinic that has a tenth of all patients. */
  bigOwner: SignedIn;
  signIn(userIds: number[]): Promise<string[]>;
  close(): Promise<void>;
};

const measuredClinics = 40;

export async function openSpeedEnvironment(bench: Bench): Promise<SpeedEnvironment> {
  const platform = await openPlatform(bench.size, bench.folder, bench.log);
  const signIn = (userIds: number[]) => openSessions(platform.databaseUrl, userIds);
  const { bigOwner, owners } = await signInOwners(platform.databaseUrl, platform.clinics);
  const clinicIds = owners.map(({ clinicId }) => clinicId);
  await withClient(platform.databaseUrl, (client) => fillFrontDesks(client, clinicIds, new Date()));
  return {
    bench,
    platform,
    owners,
    bigOwner,
    signIn,
    async close() {
      await platform.tidy();
      await platform.stop();
    },
  };
}

/** Opens the environment for the work, and closes it afterwards. */
export async function onPlatform<T>(
  bench: Bench,
  work: (environment: SpeedEnvironment) => Promise<T>,
): Promise<T> {
  const environment = await openSpeedEnvironment(bench);
  try {
    return await work(environment);
  } finally {
    await environment.close();
  }
}

const ownerOf = ({ id, ownerId, patientIds }: Clinic, token: string): SignedIn => ({
  clinicId: id,
  userId: ownerId,
  token,
  patientIds,
});

/** Signs in the owner of the first clinic, the big one, and those of the ordinary clinics that are measured. */
export async function signInOwners(
  databaseUrl: string,
  clinics: Clinic[],
): Promise<{ bigOwner: SignedIn; owners: SignedIn[] }> {
  const measured = clinics.slice(0, 1 + measuredClinics);
  const tokens = await openSessions(
    databaseUrl,
    measured.map(({ ownerId }) => ownerId),
  );
  const [bigOwner, ...owners] = measured.map((clinic, n) => ownerOf(clinic, tokens[n] ?? ""));
  if (!bigOwner) throw new Error("A platform has clinics.");
  return { bigOwner, owners };
}

/** Inserts sessions as signing in does, without checking passwords. */
async function openSessions(databaseUrl: string, userIds: number[]): Promise<string[]> {
  const tokens = userIds.map(() => newSecret());
  await withClient(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into sessions (token_hash, user_id, password_typed_at, last_seen_at, expires_at, created_at)
       select hash, user_id, at, at, at + interval '12 hours', at
       from unnest($1::bytea[], $2::bigint[]) as made (hash, user_id), cast($3 as timestamptz) as at`,
      [tokens.map(sha256), userIds, new Date()],
    );
  });
  return tokens;
}
