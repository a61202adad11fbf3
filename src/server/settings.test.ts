import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings, SettingsError, settingsTable } from "./settings.ts";
import { newKeyPair } from "./storage/age-format.ts";
import { missingEncryption } from "./storage/encryption-at-rest.ts";

describe("settings", () => {
  test("nothing set is a working start on this computer alone", () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: resolve("data"),
      databaseUrl: null,
      adminPassword: null,
      trustProxy: 0,
      failedSignInsPerAccount: 10,
      changesPerMinute: 600,
    });
  });

  test("an empty value counts as not set", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test("values are read as what they mean", () => {
    const env = {
      PORT: "0",
      DATA_DIR: "x",
      ADMIN_EMAIL: "Admin@Klinika.PH",
      PUBLIC_URL: "https://k.ph/",
      TRUST_PROXY: "1",
    };
    expect(readSettings(env)).toMatchObject({
      port: 0,
      dataDir: resolve("x"),
      adminEmail: "admin@klinika.ph",
      publicUrl: "https://k.ph",
      trustProxy: 1,
    });
    expect(readSettings({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toBe("10.0.0.0/8, ::1");
  });

  test("https without a named proxy is refused, for all visitors would share one limit", () => {
    expect(() => readSettings({ PUBLIC_URL: "https://k.ph" })).toThrow(
      /^TRUST_PROXY is not set, though PUBLIC_URL is https/,
    );
    expect(readSettings({ PUBLIC_URL: "http://klinika.local:3000" }).trustProxy).toBe(0);
  });

  test.each([
    [
      "PORT",
      "http",
      'PORT is "http", but it must be a whole number from 0 to 65535. Correct it, or leave it out (the default is 3000).',
    ],
    [
      "PORT",
      "65536",
      'PORT is "65536", but it must be a whole number from 0 to 65535. Correct it, or leave it out (the default is 3000).',
    ],
    [
      "HOST",
      "http://x",
      'HOST is "http://x", but it must be a host name or an IP address. Correct it, or leave it out (the default is 127.0.0.1).',
    ],
    [
      "ADMIN_EMAIL",
      "admin",
      'ADMIN_EMAIL is "admin", but it must be an email address. Correct it, or leave it out.',
    ],
    [
      "PUBLIC_URL",
      "klinika.ph",
      'PUBLIC_URL is "klinika.ph", but it must be an address like https://klinika.example.ph. Correct it, or leave it out.',
    ],
    [
      "TRUST_PROXY",
      "yes",
      'TRUST_PROXY is "yes", but it must be the number of proxies in front of Klinika, or their addresses separated by commas. Correct it, or leave it out (the default is 0).',
    ],
    [
      "CHANGES_PER_MINUTE",
      "0",
      'CHANGES_PER_MINUTE is "0", but it must be a whole number from 1 to 1000000. Correct it, or leave it out (the default is 600).',
    ],
  ])("a wrong %s=%s stops with one line", (name, value, line) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingsError(line));
  });

  test("a file store is named whole or not at all", () => {
    const whole = { S3_BUCKET: "klinika", S3_ACCESS_KEY_ID: "K", S3_SECRET_ACCESS_KEY: "hunter2" };
    expect(readSettings(whole)).toMatchObject({
      s3Bucket: "klinika",
      s3Endpoint: null,
      s3Region: "us-east-1",
      s3ForcePathStyle: true,
    });
    expect(readSettings({ ...whole, S3_FORCE_PATH_STYLE: "false" }).s3ForcePathStyle).toBe(false);
    for (const name of Object.keys(whole))
      expect(() => readSettings({ ...whole, [name]: "" })).toThrow(
        new RegExp(`^${name} is not set, though S3_\\w+ is\\. Set it, or leave all S3_ settings out`),
      );
    expect(() => readSettings({ S3_ENDPOINT: "https://s3.example.ph" })).toThrow(/^S3_BUCKET is not set/);
  });

  test("mail needs a server and somebody it is for", () => {
    const whole = { SMTP_URL: "smtps://klinika:p%40ss@mail.example.ph", SUPPORT_EMAIL: "help@klinika.ph" };
    expect(readSettings(whole)).toMatchObject({ smtpUrl: whole.SMTP_URL, smtpFrom: null });
    expect(() => readSettings({ ...whole, SUPPORT_EMAIL: "" })).toThrow(
      /^SUPPORT_EMAIL is not set, though SMTP_URL is\. Set it to .*, or leave SMTP_URL out\.$/,
    );
    expect(() => readSettings({ SMTP_FROM: "no-reply@klinika.ph" })).toThrow(
      /^SMTP_URL is not set, though SMTP_FROM is\. Set it to your mail server, or leave SMTP_FROM out\.$/,
    );
    for (const wrong of ["mail.example.ph", "https://mail.example.ph", "smtp://:587"])
      expect(() => readSettings({ ...whole, SMTP_URL: wrong })).toThrow(
        /^SMTP_URL must be an address like smtp:/,
      );
    for (const wrong of ["smtp://klinika@mail.example.ph", "smtp://klinika:hunter2%@mail.example.ph"])
      expect(() => readSettings({ ...whole, SMTP_URL: wrong })).toThrow(
        /^SMTP_URL must name both user and password or neither, [^2]*%40\)\. Correct it/,
      );
  });

  test("a wrong secret is not repeated", () => {
    expect(() => readSettings({ ADMIN_PASSWORD: "hunter2" })).toThrow(
      /^ADMIN_PASSWORD must have at least 8 characters\. [^2]*$/,
    );
    expect(() => readSettings({ DATABASE_URL: "mysql://root:hunter2@db/x" })).toThrow(
      /^DATABASE_URL must be an address like postgres:[^2]*5432[^2]*$/,
    );
  });

  test("README's table is drawn from the settings (npm run readme)", async () => {
    expect(await readFile("README.md", "utf8")).toContain(settingsTable());
  });
});

test("names at the start what a server for others keeps unencrypted", async () => {
  const [one, other] = [await newKeyPair(), await newKeyPair()];
  const missing = (env: NodeJS.ProcessEnv) =>
    missingEncryption(readSettings(env))
      .join()
      .match(/[A-Z]+_KEY/g) ?? [];
  const url = "postgres://klinika@db/klinika";
  expect(missing({})).toEqual([]);
  expect(missing({ PUBLIC_URL: "http://localhost" })).toEqual([]);
  expect(missing({ DATABASE_URL: url })).toEqual(["BACKUP_KEY", "FILES_KEY"]);
  expect(
    missing({ PUBLIC_URL: "https://klinika.example.ph", TRUST_PROXY: "1", BACKUP_KEY: one.recipient }),
  ).toEqual(["FILES_KEY"]);
  const both = {
    DATABASE_URL: url,
    BACKUP_KEY: one.recipient,
    FILES_KEY: `${one.identity},${other.identity}`,
  };
  expect(missing(both)).toEqual([]);
  expect(readSettings(both).filesKeys).toEqual([one.identity, other.identity]);
  // A secret key set there by mistake is not repeated.
  expect(() => readSettings({ BACKUP_KEY: one.identity })).toThrow(
    /^BACKUP_KEY must be a public key(?!.*SECRET)/,
  );
  for (const wrong of ["127.0.0.1:3310", "tcp://host", "unix:", "http://host:3310"])
    expect(() => readSettings({ CLAMAV_URL: wrong })).toThrow(/CLAMAV_URL/);
});
