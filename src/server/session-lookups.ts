import type { Role } from "#shared/permissions.ts";

/** How long a session may lie unused (decision A15). */
export const idleHours = { ordinary: 2, remembered: 24 };

type Lookup = { tokenHash: Buffer; isActiveUse: boolean; now: Date };

/** What `look_up_sessions` says of one. */
export type SessionRow = {
  place: number;
  user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  /** With a space between. */
  permissions: string;
  password_changed: boolean;
  clinic_id: number | null;
  clinic_name: string;
  primary_color: string;
  clinic_is_active: boolean;
  subscription_status: string;
  owner_user_id: number | null;
  password_typed_at: string;
  is_remembered: boolean;
  has_second_factor: boolean;
  clinic_requires_second_factor: boolean;
  /** It is used, and was not noted as used in the last minute. */
  is_to_touch: boolean;
};

type Asked = Lookup & { resolve: (row: SessionRow | null) => void; reject: (error: unknown) => void };

/** How many trips may be under way; requests that come meanwhile go together in the next. */
const tripsAtOnce = 2;
const togetherAtMost = 50;

type Functions = {
  look(args: readonly unknown[]): Promise<SessionRow[]>;
  touch(args: readonly unknown[]): Promise<unknown>;
};

/** Sessions of requests that come at the same moment are looked up in one trip. Each request's is looked up. */
export class SessionLookups {
  private readonly functions: Functions;
  private waiting: Asked[] = [];
  private trips = 0;

  constructor(functions: Functions) {
    this.functions = functions;
  }

  look(lookup: Lookup): Promise<SessionRow | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...lookup, resolve, reject });
      if (this.waiting.length === 1) process.nextTick(() => void this.goOn());
    });
  }

  private async goOn(): Promise<void> {
    if (this.trips === tripsAtOnce || this.waiting.length === 0) return;
    const asked = this.waiting.splice(0, togetherAtMost);
    this.trips += 1;
    try {
      const rows = await this.functions.look([
        asked.map(({ tokenHash }) => tokenHash),
        asked.map(({ isActiveUse }) => isActiveUse),
        asked.at(-1)?.now,
        `${idleHours.ordinary} hours`,
        `${idleHours.remembered} hours`,
      ]);
      await this.touch(asked, rows);
      const found = new Map(rows.map((row) => [row.place, row]));
      for (const [index, { resolve }] of asked.entries()) resolve(found.get(index + 1) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.trips -= 1;
    }
    void this.goOn();
  }

  private async touch(asked: readonly Asked[], rows: readonly SessionRow[]): Promise<void> {
    const used = rows.flatMap(({ place, is_to_touch }) => (is_to_touch ? (asked[place - 1] ?? []) : []));
    if (used.length > 0)
      await this.functions.touch([used.map(({ tokenHash }) => tokenHash), used.at(-1)?.now]);
  }
}
