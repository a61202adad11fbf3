import { newSecret, sha256 } from "#server/auth/session.ts";
import { connected } from "#test/postgres.ts";
import { type KeptPlatform, openKept } from "./data/kept.ts";
import { type Clinic, patientId } from "./data/platform.ts";
import { Loader } from "./load/loader.ts";

/** How long and how often; the small run of `npm test` asks for less. */
export type Bench = {
  rounds: number;
  seconds: number;
  connections: number;
  size: number;
  /** Where the made platforms are kept from run to run. */
  folder: string;
  log: (line: string) => void;
};

/** Somebody who is signed in. */
export type SignedIn = { clinicId: number; userId: number; token: string; patientIds: number[] };

/** A made platform with people signed in, and the process that the load comes from. */
export type TestEnvironment = {
  bench: Bench;
  kept: KeptPlatform;
  loader: Loader;
  /** The doctors of ordinary clinics. */
  owners: SignedIn[];
  /** The doctor of the clinic that has a tenth of all patients. */
  bigOwner: SignedIn;
  signIn(userIds: number[]): Promise<string[]>;
  close(): Promise<void>;
};

const measuredClinics = 40;

export const openTestEnvironment = async (bench: Bench): Promise<TestEnvironment> =>
  environmentOn(await openKept(bench.size, bench.folder, bench.log), bench);

export async function environmentOn(kept: KeptPlatform, bench: Bench): Promise<TestEnvironment> {
  const loader = new Loader();
  const signIn = (userIds: number[]) => openSessions(kept.databaseUrl, userIds);
  const { clinics } = kept.platform;
  const [big] = clinics;
  if (!big) throw new Error("A platform has clinics.");
  const ordinary = clinics.filter(({ isBig }) => !isBig).slice(0, measuredClinics);
  const tokens = await signIn([big, ...ordinary].map(({ ownerId }) => ownerId));
  const [bigOwner, ...owners] = [big, ...ordinary].map((clinic, n) => ownerOf(clinic, tokens[n] ?? ""));
  return {
    bench,
    kept,
    loader,
    owners,
    bigOwner: bigOwner as SignedIn,
    signIn,
    async close() {
      loader.close();
      await kept.tidy();
      await kept.stop();
    },
  };
}

const ownerOf = ({ id, ownerId, patients }: Clinic, token: string): SignedIn => ({
  clinicId: id,
  userId: ownerId,
  token,
  patientIds: patients.map(patientId),
});

/** Sessions as signing in leaves them, without asking for the password of each. */
async function openSessions(databaseUrl: string, userIds: number[]): Promise<string[]> {
  const tokens = userIds.map(() => newSecret());
  await connected(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into sessions (token_hash, user_id, password_typed_at, last_seen_at, expires_at, created_at)
       select hash, user_id, at, at, at + interval '12 hours', at
       from unnest($1::bytea[], $2::bigint[]) as made (hash, user_id), cast($3 as timestamptz) as at`,
      // Whether they still hold is asked by the application's clock.
      [tokens.map(sha256), userIds, new Date()],
    );
  });
  return tokens;
}
