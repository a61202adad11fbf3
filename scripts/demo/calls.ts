import { newSecret, sha256 } from "#server/auth/secrets.ts";
import type { App } from "#server/kit.ts";
import { type Endpoint, pathOf } from "#shared/endpoint.ts";
import { manilaDayRange } from "#shared/formats/dates.ts";
import { asMultipart } from "#test/data/example-files.ts";

type Sending = { params?: Record<string, number>; body?: object };

const minute = 60_000;

/** Manila's day and time as an instant. */
export const manilaTime = (date: string, hour: number, minutes = 0): Date =>
  new Date(manilaDayRange(date).start.getTime() + (hour * 60 + minutes) * minute);

/** Calls the product's API at any past time, as the signed-in user. */
export class Calls {
  now = new Date();
  private token = "";
  private userId = 0;
  private app: App | null = null;

  use(app: App): void {
    this.app = app;
  }

  /** Another day with a new session: the previous one has expired by then. */
  async setClock(date: string, hour: number, minutes = 0): Promise<void> {
    this.now = manilaTime(date, hour, minutes);
    if (this.userId) await this.signIn(this.userId);
  }

  /** Continues in the session of a response. */
  goOnAs(token: string): void {
    this.token = token;
  }

  async signIn(userId: number): Promise<void> {
    this.userId = userId;
    this.token = newSecret();
    const ends = new Date(this.now.getTime() + 400 * 24 * 60 * minute);
    const { functions } = this.server().kit.databases;
    const passwordHash = await functions.value("passwordHashOf", { user: userId });
    await functions.value("startSession", {
      user: userId,
      tokenHash: sha256(this.token),
      device: null,
      at: this.now,
      expires: ends,
      remembered: true,
      ownerSession: null,
      passwordHash: passwordHash ?? "",
    });
  }

  async send(endpoint: Endpoint, { params, body }: Sending = {}): Promise<Record<string, unknown>> {
    const answer = await this.server().inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      ...(body && { payload: body }),
      headers: this.token ? { authorization: `Bearer ${this.token}` } : {},
    });
    if (answer.statusCode >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  }

  /** Uploads files and returns their paths. */
  async upload(endpoint: Endpoint, files: readonly (readonly [string, Buffer])[]): Promise<string[]> {
    const { body, headers } = asMultipart(files.map(([name, bytes]) => [name, bytes] as const));
    const answer = await this.server().inject({
      method: endpoint.method,
      url: endpoint.path,
      payload: body,
      headers: { ...headers, authorization: `Bearer ${this.token}` },
    });
    if (answer.statusCode >= 300) throw new Error(`${endpoint.path}: ${answer.body}`);
    return answer.json().files;
  }

  private server(): App {
    if (!this.app) throw new Error("No server to call.");
    return this.app;
  }
}
