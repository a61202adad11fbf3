import type * as z from "zod";
import { settings } from "./setting-list.ts";
import type { Setting } from "./setting-schemas.ts";
import { StartProblem } from "./start-problem.ts";

/** One line that names the setting, what is wrong with its value, and what to do. */
export class SettingsError extends StartProblem {}

type SettingTable = typeof settings;

/** Unset addresses, emails and secrets are null. `dataDir` is absolute. */
export type Settings = { readonly [Name in keyof SettingTable]: z.output<SettingTable[Name]["schema"]> };

/** @throws SettingsError for the first invalid setting */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = env[setting.env]?.trim() || undefined;
    const result = setting.schema.safeParse(text);
    if (result.success) return [name, result.data];
    throw new SettingsError(problemWith(setting, text, result.error));
  });
  const read = Object.fromEntries(entries) as Settings;
  checkFileStore(read);
  checkMail(read);
  checkDatabases(read);
  checkProxy(read);
  return read;
}

/** All settings of a file store or none: with half of them files would be stored in the wrong place. */
function checkFileStore(read: Settings): void {
  const needed = ["s3Bucket", "s3AccessKeyId", "s3SecretAccessKey"] as const;
  const given = [...needed, "s3Endpoint" as const].find((name) => read[name] !== null);
  const missing = needed.find((name) => read[name] === null);
  if (given && missing)
    throw new SettingsError(
      `${settings[missing].env} is not set, though ${settings[given].env} is. Set it, or leave all S3_ settings out (files are then stored in DATA_DIR).`,
    );
}

/** The embedded database has no replica and its own login. */
function checkDatabases({ databaseUrl, databaseAppUrl, databaseReplicaUrl }: Settings): void {
  if (databaseAppUrl !== null && databaseUrl === null)
    throw new SettingsError(
      "DATABASE_URL is not set, though DATABASE_APP_URL is. Set it to the same database for the user that migrates, or leave DATABASE_APP_URL out.",
    );
  if (databaseReplicaUrl !== null && databaseUrl === null)
    throw new SettingsError(
      "DATABASE_URL is not set, though DATABASE_REPLICA_URL is. Set it to the database that the replica follows, or leave DATABASE_REPLICA_URL out.",
    );
}

/** Klinika itself serves http only, so https means that there is a proxy. */
function checkProxy({ publicUrl, trustProxy }: Settings): void {
  if (publicUrl?.startsWith("https:") && trustProxy === 0)
    throw new SettingsError(
      "TRUST_PROXY is not set, though PUBLIC_URL is https. Set it to the number of proxies in front of Klinika (most often 1) or their addresses: without it all visitors would share one rate limit.",
    );
}

/** Mail needs a server, a sender and a recipient. */
function checkMail({ smtpUrl, smtpFrom, supportEmail }: Settings): void {
  if (smtpUrl !== null && supportEmail === null)
    throw new SettingsError(
      "SUPPORT_EMAIL is not set, though SMTP_URL is. Set it to the address that contact messages are mailed to, or leave SMTP_URL out.",
    );
  if (smtpFrom !== null && smtpUrl === null)
    throw new SettingsError(
      "SMTP_URL is not set, though SMTP_FROM is. Set it to your mail server, or leave SMTP_FROM out.",
    );
}

function problemWith(setting: Setting<unknown>, text: string | undefined, error: z.ZodError): string {
  const [issue] = error.issues;
  const branches = issue?.code === "invalid_union" ? issue.errors.flat() : [];
  const reason = branches.find((branch) => branch.code !== "invalid_type") ?? issue;
  const given = setting.isSecret ? setting.env : `${setting.env} is "${text}", but it`;
  const fallback = setting.shown ? ` (the default is ${setting.shown})` : "";
  return `${given} ${reason?.message}. Correct it, or leave it out${fallback}.`;
}

/** README's table. */
export function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(settings).map(
    ({ env, shown = "", description }) => `| \`${env}\` | ${shown && `\`${shown}\``} | ${description} |`,
  );
  return ["| Setting | Without it | What it does |", "|---|---|---|", ...rows].join("\n");
}
