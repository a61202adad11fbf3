import { isIP } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";
import { StartProblem } from "./start-problem.ts";
import { isIdentity, isRecipient } from "./storage/age-format.ts";

/** One line that names the setting, what is wrong with its value, and what to do. */
export class SettingsError extends StartProblem {}

type Setting<Value> = {
  /** The environment variable. */
  env: string;
  /** For README's table. */
  description: string;
  /** The default as an operator would write it. */
  shown: string;
  /** A value from the environment; undefined when it is unset or empty. */
  schema: z.ZodType<Value, string | undefined>;
  /** Never repeated in a message or a log. */
  isSecret?: true;
};

const optional = <Value>(schema: z.ZodType<Value, string>): z.ZodType<Value | null, string | undefined> =>
  z.union([z.undefined().transform(() => null), schema]);

const wholeNumber = (from: number, to: number, fallback: number): z.ZodType<number, string | undefined> =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
    .or(z.undefined().transform(() => fallback));

const address = (protocols: string[], example: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
  }, `must be an address like ${example}`);

const email = z.email("must be an email address").transform((text) => text.toLowerCase());

const mailServer = address(["smtp:", "smtps:"], "smtp://user:password@mail.example.ph:587").refine((text) => {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  return (username === "") === (password === "") && [username, password].every(isPercentEncoded);
}, "must name both user and password or neither, with any of : / ? # [ ] @ % in them percent-encoded (@ is %40)");

const textGateway = address(["https:", "http:"], "https://KEY@api.semaphore.co/api/v4/messages")
  .refine((text) => {
    const { username = "", password = "" } = URL.parse(text) ?? {};
    return username !== "" && password === "" && isPercentEncoded(username);
  }, "must name the key before the host, with any of : / ? # [ ] @ % in it percent-encoded")
  .refine((text) => {
    const { protocol, hostname = "" } = URL.parse(text) ?? {};
    return protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  }, "must be https: the key and the numbers of patients go there");

const trustedProxies = z
  .string()
  .refine(
    (text) => /^\d$/.test(text) || text.split(",").every((part) => isAddressRange(part.trim())),
    "must be the number of proxies in front of Klinika, or their addresses separated by commas",
  )
  .transform((text) => (/^\d$/.test(text) ? Number(text) : text))
  .or(z.undefined().transform((): number | string => 0));

function isPercentEncoded(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

function isScannerAddress(text: string): boolean {
  if (/^unix:\/./.test(text)) return true;
  const url = URL.parse(text);
  return (
    url?.protocol === "tcp:" && url.hostname !== "" && url.port !== "" && ["", "/"].includes(url.pathname)
  );
}

function isAddressRange(text: string): boolean {
  const [ip = "", bits, ...rest] = text.split("/");
  const version = isIP(ip);
  return (
    version > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

const limit = (env: string, fallback: number, description: string, highest = 1_000_000) => ({
  env,
  description,
  shown: String(fallback),
  schema: wholeNumber(1, highest, fallback),
});

const settings = {
  port: {
    env: "PORT",
    description: "The port Klinika listens on. 0 takes any free one.",
    shown: "3000",
    schema: wholeNumber(0, 65535, 3000),
  },
  host: {
    env: "HOST",
    description: "The address it listens on. `0.0.0.0` lets the other computers of the clinic's network in.",
    shown: "127.0.0.1",
    schema: z
      .string()
      .regex(/^[\w.:-]+$/, "must be a host name or an IP address")
      .default("127.0.0.1"),
  },
  dataDir: {
    env: "DATA_DIR",
    description: "The folder that holds the data.",
    shown: "./data",
    schema: z
      .string()
      .default("./data")
      .transform((folder) => resolve(folder)),
  },
  backupFolder: {
    env: "BACKUP_FOLDER",
    description:
      "Where Klinika makes a backup each day, best on another disk. It holds health data. Empty: none is made.",
    shown: "",
    schema: optional(z.string().transform((folder) => resolve(folder))),
  },
  backupAt: {
    env: "BACKUP_AT",
    description: "The time of day, in Manila, it is made at; after a night switched off, at the next start.",
    shown: "12:30",
    schema: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day like 12:30")
      .default("12:30"),
  },
  backupsKept: {
    env: "BACKUPS_KEPT",
    description: "How many of these are kept; older ones are deleted when a new one is whole.",
    shown: "14",
    schema: wholeNumber(2, 1000, 14),
  },
  backupKey: {
    env: "BACKUP_KEY",
    description:
      "Encrypts every backup to this public key (`age1…`, made by `npm run admin -- make-key`). Restoring then needs its secret key, which does not belong on this machine.",
    shown: "",
    schema: optional(
      z.string().refine(isRecipient, "must be a public key: age1 and 58 letters and digits, in lower case"),
    ),
    // The secret key may be pasted here by mistake.
    isSecret: true,
  },
  filesKeys: {
    env: "FILES_KEY",
    description:
      "Encrypts stored files with this secret key (`AGE-SECRET-KEY-1…`, made by `npm run admin -- make-key`), which every process needs. Several, separated by commas: the first encrypts, all decrypt.",
    shown: "",
    schema: z
      .string()
      .transform((text) => text.split(",").map((key) => key.trim()))
      .refine(
        (keys) => keys.every(isIdentity),
        "must be secret keys like AGE-SECRET-KEY-1…, separated by commas",
      )
      .or(z.undefined().transform((): string[] => [])),
    isSecret: true,
  },
  clamavUrl: {
    env: "CLAMAV_URL",
    description:
      "The clamd that looks for viruses in each upload before it is stored, at `tcp://host:3310` or `unix:/path`. While it does not answer, uploads are refused with the reason. Empty: nothing is scanned.",
    shown: "",
    schema: optional(
      z
        .string()
        .refine(
          isScannerAddress,
          "must be an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl",
        ),
    ),
  },
  databaseUrl: {
    env: "DATABASE_URL",
    description: "A PostgreSQL 15 or later of your own, instead of the one inside Klinika.",
    shown: "",
    schema: optional(address(["postgres:", "postgresql:"], "postgres://user:password@host:5432/klinika")),
    isSecret: true,
  },
  databaseAppUrl: {
    env: "DATABASE_APP_URL",
    description:
      "The same database for a login of your own making, which may act as the role klinika_app and nothing else. Without it the server logs in as klinika_server, which it makes by `DATABASE_URL`.",
    shown: "",
    schema: optional(address(["postgres:", "postgresql:"], "postgres://user:password@host:5432/klinika")),
    isSecret: true,
  },
  databaseReplicaUrl: {
    env: "DATABASE_REPLICA_URL",
    description:
      "A replica of the `DATABASE_URL` database that PostgreSQL keeps up by streaming: reports, exports and the console's figures are read there, up to five seconds old. While it is gone or further behind, the database itself answers.",
    shown: "",
    schema: optional(address(["postgres:", "postgresql:"], "postgres://user:password@replica:5432/klinika")),
    isSecret: true,
  },
  drainSeconds: {
    env: "DRAIN_SECONDS",
    description:
      "Klinika that was asked to stop goes on answering, while `/api/health` answers 503, until a load balancer in front of it has sent nothing more for so long (and no longer than three times that).",
    shown: "0",
    schema: wholeNumber(0, 600, 0),
  },
  adminEmail: {
    env: "ADMIN_EMAIL",
    description:
      "Email of the platform admin, read at the first start. Without it one is made up and printed.",
    shown: "",
    schema: optional(email),
  },
  adminPassword: {
    env: "ADMIN_PASSWORD",
    description:
      "Password of the platform admin, read at the first start. Without it one is made and printed once.",
    shown: "",
    schema: optional(z.string().min(8, "must have at least 8 characters")),
    isSecret: true,
  },
  adminSecondFactor: {
    env: "ADMIN_SECOND_FACTOR",
    description:
      "`required`: a platform admin sets up two-step sign-in before anything else. `offered`: it is up to each admin.",
    shown: "required",
    schema: z
      .enum(["required", "offered"], "must be required or offered")
      .or(z.undefined().transform((): "required" | "offered" => "required")),
  },
  publicUrl: {
    env: "PUBLIC_URL",
    description: "The address people open Klinika at, when a proxy stands in front of it.",
    shown: "",
    schema: optional(
      address(["http:", "https:"], "https://klinika.example.ph").transform((text) =>
        text.replace(/\/+$/, ""),
      ),
    ),
  },
  trustProxy: {
    env: "TRUST_PROXY",
    description:
      "How many proxies stand in front of Klinika, or their addresses. Only then is `X-Forwarded-For` believed.",
    shown: "0",
    schema: trustedProxies,
  },
  supportPhone: {
    env: "SUPPORT_PHONE",
    description: "The phone number people are told to call for help.",
    shown: "",
    schema: optional(z.string().regex(/^\+?[\d\s()-]{5,25}$/, "must be a phone number")),
  },
  supportEmail: {
    env: "SUPPORT_EMAIL",
    description: "The email address people are told to write to for help.",
    shown: "",
    schema: optional(email),
  },
  smtpUrl: {
    env: "SMTP_URL",
    description:
      "A mail server: messages of the contact form and upgrade requests are then mailed to `SUPPORT_EMAIL` too. With `PUBLIC_URL`, who forgot a password is mailed a link to set a new one, and who signs up one to confirm the email. `smtp://user:password@host:587` is encrypted by STARTTLS, `smtps://…:465` from the start.",
    shown: "",
    schema: optional(mailServer),
    isSecret: true,
  },
  smtpFrom: {
    env: "SMTP_FROM",
    description: "The email address they are sent from. Without it `SUPPORT_EMAIL`.",
    shown: "",
    schema: optional(email),
  },
  smsUrl: {
    env: "SMS_URL",
    description:
      "A gateway for text messages, by which patients who consent are reminded of appointments. It takes Semaphore's form: a POST of `apikey`, `number`, `message` and `sendername`, answered with a list that has a `message_id`. `https://KEY@api.semaphore.co/api/v4/messages?sendername=NAME`.",
    shown: "",
    schema: optional(textGateway),
    isSecret: true,
  },
  smsInboundSecret: {
    env: "SMS_INBOUND_SECRET",
    description:
      'What the gateway names when it hands on a reply: a POST of `{"from": "+639…", "message": "STOP"}` to `/api/text-replies/SECRET`. STOP, TIGIL, HUNONG and the like end the texts to that number. Without it texts name the clinic\'s phone instead.',
    shown: "",
    schema: optional(z.string().regex(/^[\w-]{16,200}$/, "must be 16 to 200 letters, digits, _ or -")),
    isSecret: true,
  },
  textsPerClinic: limit("TEXTS_PER_CLINIC", 200, "Text messages of one clinic in a day."),
  failedSignInsPerAccount: limit(
    "FAILED_SIGN_INS_PER_ACCOUNT",
    10,
    "Failed sign-ins to one account in 15 minutes before the next has to wait.",
  ),
  failedSignInsPerAddress: limit(
    "FAILED_SIGN_INS_PER_ADDRESS",
    100,
    "Failed sign-ins from one network address in 15 minutes before the next has to wait.",
  ),
  changesPerMinute: limit("CHANGES_PER_MINUTE", 600, "Changes one user may make in a minute."),
  changedMegabytesPerMinute: limit(
    "CHANGED_MEGABYTES_PER_MINUTE",
    20,
    "Megabytes that the changes of one clinic may hold in a minute, files not counted.",
    1000,
  ),
  uploadsPerMinute: limit("UPLOADS_PER_MINUTE", 60, "Uploads one user may make in a minute."),
  papersPerMinute: limit(
    "PAPERS_PER_MINUTE",
    120,
    "Papers (prescriptions, consultations, letters) one user may print or save as PDF in a minute.",
  ),
  apiCallsPerMinute: limit("API_CALLS_PER_MINUTE", 600, "Calls one API key may make in a minute."),
  signUpsPerHour: limit(
    "SIGN_UPS_PER_HOUR",
    5,
    "Clinics that may be signed up from one network address in an hour.",
  ),
  contactMessagesPerHour: limit(
    "CONTACT_MESSAGES_PER_HOUR",
    5,
    "Messages of the contact form from one network address in an hour.",
  ),
  referralsTo: {
    env: "REFERRALS_TO",
    description:
      "`all`: patients can be referred to every active clinic, and a clinic that is not verified is marked. `verified`: only to clinics that the platform admin has verified.",
    shown: "all",
    schema: z
      .enum(["all", "verified"], "must be all or verified")
      .or(z.undefined().transform((): "all" | "verified" => "all")),
  },
  webhooksToPrivateNetworks: {
    env: "WEBHOOKS_TO_PRIVATE_NETWORKS",
    description:
      "`refused`: webhooks of clinics go to public addresses by https alone. `allowed`: also to private networks and this machine, and by http. Link-local addresses are refused always.",
    shown: "refused",
    schema: z
      .enum(["refused", "allowed"], "must be refused or allowed")
      .or(z.undefined().transform((): "refused" | "allowed" => "refused")),
  },
  filesQuotaGb: {
    env: "FILES_QUOTA_GB",
    description: "How many GB of files one clinic may store. Beyond it uploads are refused, all else works.",
    shown: "20",
    schema: wholeNumber(1, 1_000_000, 20),
  },
  connectionsPerAddress: limit(
    "CONNECTIONS_PER_ADDRESS",
    250,
    "Connections that one network address may have open. Behind a proxy (`TRUST_PROXY`) the proxy limits them.",
  ),
  metrics: {
    env: "METRICS",
    description:
      "A secret of your own, 16 characters or more: `/metrics` then tells Prometheus how Klinika fares, when it brings this as bearer token. Empty: there is no `/metrics`.",
    shown: "",
    schema: optional(
      z.string().regex(/^[\x21-\x7e]{16,200}$/, "must have 16 characters or more, and no space"),
    ),
    isSecret: true,
  },
  s3Bucket: {
    env: "S3_BUCKET",
    description:
      "The bucket of an S3-compatible store that uploaded files are kept in, instead of `DATA_DIR`. Back it up.",
    shown: "",
    schema: optional(z.string().regex(/^[a-z0-9][a-z0-9._-]{1,62}$/i, "must be the name of a bucket")),
  },
  s3Endpoint: {
    env: "S3_ENDPOINT",
    description: "The address of that store. Without it Amazon's own for `S3_REGION`.",
    shown: "",
    schema: optional(
      address(["http:", "https:"], "https://s3.example.ph").transform((text) => text.replace(/\/+$/, "")),
    ),
  },
  s3Region: {
    env: "S3_REGION",
    description: "The region the store's requests are signed for.",
    shown: "us-east-1",
    schema: z
      .string()
      .regex(/^[a-z0-9-]+$/i, "must be the name of a region")
      .default("us-east-1"),
  },
  s3AccessKeyId: {
    env: "S3_ACCESS_KEY_ID",
    description: "The key that may read, write and delete in the bucket.",
    shown: "",
    schema: optional(z.string()),
    isSecret: true,
  },
  s3SecretAccessKey: {
    env: "S3_SECRET_ACCESS_KEY",
    description: "The secret of that key.",
    shown: "",
    schema: optional(z.string()),
    isSecret: true,
  },
  s3ForcePathStyle: {
    env: "S3_FORCE_PATH_STYLE",
    description:
      "`true`: the bucket stands in the path of the address, as most stores want it. `false`: in the host name.",
    shown: "true",
    schema: z
      .string()
      .regex(/^(true|false)$/i, "must be true or false")
      .transform((text) => text.toLowerCase() === "true")
      .or(z.undefined().transform(() => true)),
  },
} satisfies Record<string, Setting<unknown>>;

type SettingTable = typeof settings;

/** What an operator may set. Absent addresses, emails and secrets are null; `dataDir` is absolute. */
export type Settings = { readonly [Name in keyof SettingTable]: z.output<SettingTable[Name]["schema"]> };

/** @throws SettingsError at the first setting that is wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = env[setting.env]?.trim() || undefined;
    const result = setting.schema.safeParse(text);
    if (result.success) return [name, result.data];
    throw new SettingsError(complaint(setting, text, result.error));
  });
  const read = Object.fromEntries(entries) as Settings;
  refuseHalfAStore(read);
  refuseMailForNobody(read);
  refuseReplicaOfNothing(read);
  refuseUnnamedProxy(read);
  return read;
}

/** All settings of a file store or none: with half of them files would be stored in the wrong place. */
function refuseHalfAStore(read: Settings): void {
  const needed = ["s3Bucket", "s3AccessKeyId", "s3SecretAccessKey"] as const;
  const given = [...needed, "s3Endpoint" as const].find((name) => read[name] !== null);
  const missing = needed.find((name) => read[name] === null);
  if (given && missing)
    throw new SettingsError(
      `${settings[missing].env} is not set, though ${settings[given].env} is. Set it, or leave all S3_ settings out (files are then kept in DATA_DIR).`,
    );
}

/** The embedded database has no replica, and its own login. */
function refuseReplicaOfNothing({ databaseUrl, databaseAppUrl, databaseReplicaUrl }: Settings): void {
  if (databaseAppUrl !== null && databaseUrl === null)
    throw new SettingsError(
      "DATABASE_URL is not set, though DATABASE_APP_URL is. Set it to the same database for the user that migrates, or leave DATABASE_APP_URL out.",
    );
  if (databaseReplicaUrl !== null && databaseUrl === null)
    throw new SettingsError(
      "DATABASE_URL is not set, though DATABASE_REPLICA_URL is. Set it to the database that the replica follows, or leave DATABASE_REPLICA_URL out.",
    );
}

/** Klinika itself serves http: for https there is a proxy in front of it. */
function refuseUnnamedProxy({ publicUrl, trustProxy }: Settings): void {
  if (publicUrl?.startsWith("https:") && trustProxy === 0)
    throw new SettingsError(
      "TRUST_PROXY is not set, though PUBLIC_URL is https. Set it to the number of proxies in front of Klinika (most often 1) or their addresses: without it all visitors would share one limit, as if they were one.",
    );
}

/** Mail needs a server, a sender and a recipient. */
function refuseMailForNobody({ smtpUrl, smtpFrom, supportEmail }: Settings): void {
  if (smtpUrl !== null && supportEmail === null)
    throw new SettingsError(
      "SUPPORT_EMAIL is not set, though SMTP_URL is. Set it to the address that contact messages are mailed to, or leave SMTP_URL out.",
    );
  if (smtpFrom !== null && smtpUrl === null)
    throw new SettingsError(
      "SMTP_URL is not set, though SMTP_FROM is. Set it to your mail server, or leave SMTP_FROM out.",
    );
}

function complaint(setting: Setting<unknown>, text: string | undefined, error: z.ZodError): string {
  const [issue] = error.issues;
  const branches = issue?.code === "invalid_union" ? issue.errors.flat() : [];
  const reason = branches.find((branch) => branch.code !== "invalid_type") ?? issue;
  const given = setting.isSecret ? setting.env : `${setting.env} is "${text}", but it`;
  const otherwise = setting.shown ? ` (${setting.shown} then holds)` : "";
  return `${given} ${reason?.message}. Correct it, or leave it out${otherwise}.`;
}

/** README's table, drawn from the settings themselves. */
export function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(settings).map(
    ({ env, shown, description }) => `| \`${env}\` | ${shown && `\`${shown}\``} | ${description} |`,
  );
  return ["| Setting | Without it | What it does |", "|---|---|---|", ...rows].join("\n");
}
