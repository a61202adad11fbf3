import { SMTPServer } from "smtp-server";

export type MailServer = {
  port: number;
  /** Each received mail, as sent. */
  letters: { from: string; to: string[]; raw: string }[];
  /** Attempted sign-ins. */
  signIns: string[];
  stop(): Promise<void>;
};

type Behaviour = {
  /** The accepted user and password; without it the server has no authentication. */
  login?: { user: string; password: string };
  /** 0 picks any free port. */
  port?: number;
  /** Called with each mail before it is accepted; throws to reject it. */
  onLetter?: () => Promise<void> | void;
};

/** An SMTP server that stores what it receives. */
export async function startMailServer({ login, port = 0, onLetter }: Behaviour = {}): Promise<MailServer> {
  const letters: MailServer["letters"] = [];
  const signIns: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: !login,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username = "", password }, _session, done) {
      signIns.push(username);
      const isRight = username === login?.user && password === login?.password;
      done(
        isRight ? null : new Error("Invalid username or password"),
        isRight ? { user: username } : undefined,
      );
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        try {
          await onLetter?.();
        } catch (error) {
          return done(error as Error);
        }
        letters.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString("latin1"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.on("error", () => undefined);
  const address = server.server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    letters,
    signIns,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
