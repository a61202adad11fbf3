import { resolve } from "node:path";
import * as z from "zod";
import {
  count,
  database,
  email,
  isScannerAddress,
  limit,
  mailServer,
  oneOf,
  optional,
  type Setting,
  textGateway,
  trustedProxies,
  webAddress,
} from "./setting-schemas.ts";
import { isIdentity, isRecipient } from "./storage/age-format.ts";

/** Everything an operator may set. */
export const settings = {
  port: count("PORT", [0, 65535], 3000, "The port Klinika listens on. 0 takes any free one."),
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
    description: "The folder for Klinika's data.",
    shown: "./data",
    schema: z
      .string()
      .default("./data")
      .transform((folder) => resolve(folder)),
  },
  backupFolder: {
    env: "BACKUP_FOLDER",
    description:
      "Where Klinika writes a backup each day, best on another disk. Backups contain health data. Empty: none is made.",
    schema: optional(z.string().transform((folder) => resolve(folder))),
  },
  backupAt: {
    env: "BACKUP_AT",
    description:
      "The time of day of the backup, in Manila. If Klinika was off at that time, it is made at the next start.",
    shown: "12:30",
    schema: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day like 12:30")
      .default("12:30"),
  },
  backupsKept: count(
    "BACKUPS_KEPT",
    [2, 1000],
    14,
    "How many of these are kept. Older ones are deleted once a new one is complete.",
  ),
  backupKey: {
    env: "BACKUP_KEY",
    description:
      "Encrypts every backup to this public key (`age1…`, made by `npm run admin -- make-key`). Restoring then needs its secret key, which does not belong on this machine.",
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
      "The clamd that scans each upload for viruses before it is stored, at `tcp://host:3310` or `unix:/path`. While it is unreachable, uploads are refused with the reason. Empty: nothing is scanned.",
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
    schema: optional(database("host")),
    isSecret: true,
  },
  databaseAppUrl: {
    env: "DATABASE_APP_URL",
    description:
      "The same database for a login of your own, which may become the role klinika_app and no other. Without it the server logs in as klinika_server, which it creates through `DATABASE_URL`.",
    schema: optional(database("host")),
    isSecret: true,
  },
  databaseReplicaUrl: {
    env: "DATABASE_REPLICA_URL",
    description:
      "A streaming replica of the `DATABASE_URL` database. Reports, exports and the console's figures are read from it, up to five seconds old. While it is unreachable or further behind, the primary is used.",
    schema: optional(database("replica")),
    isSecret: true,
  },
  drainSeconds: count(
    "DRAIN_SECONDS",
    [0, 600],
    0,
    "After a stop signal Klinika keeps serving, while `/api/health` answers 503, until no request has come for this many seconds (three times that at most). For use behind a load balancer.",
  ),
  adminEmail: {
    env: "ADMIN_EMAIL",
    description:
      "Email of the platform admin, read at the first start. Without it one is generated and printed.",
    schema: optional(email),
  },
  adminPassword: {
    env: "ADMIN_PASSWORD",
    description:
      "Password of the platform admin, read at the first start. Without it one is generated and printed once.",
    schema: optional(z.string().min(8, "must have at least 8 characters")),
    isSecret: true,
  },
  adminSecondFactor: {
    env: "ADMIN_SECOND_FACTOR",
    description:
      "`required`: a platform admin must set up two-step sign-in first. `offered`: each admin may choose.",
    shown: "required",
    schema: oneOf("required", "offered"),
  },
  publicUrl: {
    env: "PUBLIC_URL",
    description: "The address people open Klinika at, when a proxy stands in front of it.",
    schema: optional(webAddress("https://klinika.example.ph")),
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
    schema: optional(z.string().regex(/^\+?[\d\s()-]{5,25}$/, "must be a phone number")),
  },
  supportEmail: {
    env: "SUPPORT_EMAIL",
    description: "The email address people are told to write to for help.",
    schema: optional(email),
  },
  smtpUrl: {
    env: "SMTP_URL",
    description:
      "A mail server: messages of the contact form and upgrade requests are then mailed to `SUPPORT_EMAIL` too. With `PUBLIC_URL`, users are mailed links to reset a forgotten password and to confirm their email at sign-up. `smtp://user:password@host:587` is encrypted by STARTTLS, `smtps://…:465` from the start.",
    schema: optional(mailServer),
    isSecret: true,
  },
  smtpFrom: {
    env: "SMTP_FROM",
    description: "The email address they are sent from. Without it `SUPPORT_EMAIL`.",
    schema: optional(email),
  },
  smsUrl: {
    env: "SMS_URL",
    description:
      "A gateway for text messages, which remind patients who consent of appointments. It uses Semaphore's API: a POST of `apikey`, `number`, `message` and `sendername`, answered with a list that has a `message_id`. `https://KEY@api.semaphore.co/api/v4/messages?sendername=NAME`.",
    schema: optional(textGateway),
    isSecret: true,
  },
  smsInboundSecret: {
    env: "SMS_INBOUND_SECRET",
    description:
      'Authenticates the gateway when it forwards a reply: a POST of `{"from": "+639…", "message": "STOP"}` to `/api/text-replies/SECRET`. STOP, TIGIL, HUNONG and the like end the texts to that number. Without it texts name the clinic\'s phone instead.',
    schema: optional(z.string().regex(/^[\w-]{16,200}$/, "must be 16 to 200 letters, digits, _ or -")),
    isSecret: true,
  },
  textsPerClinic: limit(
    "TEXTS_PER_CLINIC",
    200,
    "Reminders of one clinic in a day: this many text messages, and as many emails.",
  ),
  textsPerNumber: limit(
    "TEXTS_PER_NUMBER",
    4,
    "Reminders to one number in a day, and to one email address, from all clinics. A family may share one.",
  ),
  textsPerDay: limit(
    "TEXTS_PER_DAY",
    20_000,
    "Reminders of all clinics in a day: this many text messages, and as many emails.",
  ),
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
    "Megabytes of changes one clinic may send in a minute, not counting files.",
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
    schema: oneOf("all", "verified"),
  },
  webhooksToPrivateNetworks: {
    env: "WEBHOOKS_TO_PRIVATE_NETWORKS",
    description:
      "`refused`: webhooks of clinics go to public addresses over https only. `allowed`: also to private networks and this machine, and over http. Link-local addresses are always refused.",
    shown: "refused",
    schema: oneOf("refused", "allowed"),
  },
  filesQuotaGb: count(
    "FILES_QUOTA_GB",
    [1, 1_000_000],
    20,
    "How many GB one clinic may store. When files fill it, uploads are refused; when records do, changes too.",
  ),
  trialFilesQuotaGb: count(
    "TRIAL_FILES_QUOTA_GB",
    [1, 1_000_000],
    2,
    "How many GB a clinic may store until its subscription is active.",
  ),
  unconfirmedQuotaMb: limit(
    "UNCONFIRMED_QUOTA_MB",
    200,
    "How many MB a trial may store until its owner has confirmed the email.",
  ),
  connectionsPerAddress: limit(
    "CONNECTIONS_PER_ADDRESS",
    250,
    "Connections that one network address may have open. Behind a proxy (`TRUST_PROXY`) the proxy limits them.",
  ),
  metrics: {
    env: "METRICS",
    description:
      "A secret of your own, 16 characters or more: exposes Prometheus metrics at `/metrics`, and the warnings at `/api/health`, with this as the bearer token. Empty: there is no `/metrics`, and warnings are in the log alone.",
    schema: optional(
      z.string().regex(/^[\x21-\x7e]{16,200}$/, "must have 16 characters or more, and no space"),
    ),
    isSecret: true,
  },
  s3Bucket: {
    env: "S3_BUCKET",
    description:
      "The bucket of an S3-compatible store for uploaded files, instead of `DATA_DIR`. Back it up.",
    schema: optional(z.string().regex(/^[a-z0-9][a-z0-9._-]{1,62}$/i, "must be the name of a bucket")),
  },
  s3Endpoint: {
    env: "S3_ENDPOINT",
    description: "The address of that store. Without it Amazon's for `S3_REGION`.",
    schema: optional(webAddress("https://s3.example.ph")),
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
    schema: optional(z.string()),
    isSecret: true,
  },
  s3SecretAccessKey: {
    env: "S3_SECRET_ACCESS_KEY",
    description: "The secret of that key.",
    schema: optional(z.string()),
    isSecret: true,
  },
  s3ForcePathStyle: {
    env: "S3_FORCE_PATH_STYLE",
    description:
      "`true`: the bucket is in the path of the address, as most stores require. `false`: in the host name.",
    shown: "true",
    schema: z
      .string()
      .regex(/^(true|false)$/i, "must be true or false")
      .transform((text) => text.toLowerCase() === "true")
      .or(z.undefined().transform(() => true)),
  },
} satisfies Record<string, Setting<unknown>>;
