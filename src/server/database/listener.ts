import { Client, type ClientConfig } from "pg";

/** A connection of its own that hears the notifications of one channel. */
export class Listener {
  private readonly config: ClientConfig;
  private readonly channel: string;
  private readonly onNotification: (payload: string) => void;
  private client: Client | null = null;
  private isClosed = false;

  constructor(config: ClientConfig, channel: string, onNotification: (payload: string) => void) {
    this.config = config;
    this.channel = channel;
    this.onNotification = onNotification;
  }

  /** Connects, unless it is connected. What was sent while it was not is never heard. */
  async connect(): Promise<void> {
    if (this.client || this.isClosed) return;
    const client = new Client(this.config);
    this.client = client;
    client.on("error", () => this.lose(client));
    client.on("end", () => this.lose(client));
    client.on("notification", ({ payload = "" }) => this.onNotification(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
    } catch (error) {
      this.lose(client);
      throw error;
    }
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = null;
    client.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.client?.end().catch(() => undefined);
  }
}
