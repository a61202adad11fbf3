import { isIP } from "node:net";
import * as z from "zod";

export type Setting<Value> = {
  /** The environment variable. */
  env: string;
  /** For README's table. */
  description: string;
  /** The default as an operator would write it; none without it. */
  shown?: string;
  /** A value from the environment; undefined when it is unset or empty. */
  schema: z.ZodType<Value, string | undefined>;
  /** Its value is never repeated in a message or a log. */
  isSecret?: true;
};

export const optional = <Value>(
  schema: z.ZodType<Value, string>,
): z.ZodType<Value | null, string | undefined> => z.union([z.undefined().transform(() => null), schema]);

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

/** Without the slashes at its end. */
export const webAddress = (example: string) =>
  address(["http:", "https:"], example).transform((text) => text.replace(/\/+$/, ""));

export const database = (host: string) =>
  address(["postgres:", "postgresql:"], `postgres://user:password@${host}:5432/klinika`);

/** One of two words, the first by default. */
export const oneOf = <First extends string, Other extends string>(first: First, other: Other) =>
  z
    .enum([first, other], `must be ${first} or ${other}`)
    .or(z.undefined().transform((): First | Other => first));

export const email = z.email("must be an email address").transform((text) => text.toLowerCase());

export const mailServer = address(["smtp:", "smtps:"], "smtp://user:password@mail.example.ph:587").refine(
  (text) => {
    const { username = "", password = "" } = URL.parse(text) ?? {};
    return (username === "") === (password === "") && [username, password].every(isPercentEncoded);
  },
  "must name both user and password or neither, with any of : / ? # [ ] @ % in them percent-encoded (@ is %40)",
);

export const textGateway = address(["https:", "http:"], "https://KEY@api.semaphore.co/api/v4/messages")
  .refine((text) => {
    const { username = "", password = "" } = URL.parse(text) ?? {};
    return username !== "" && password === "" && isPercentEncoded(username);
  }, "must name the key before the host, with any of : / ? # [ ] @ % in it percent-encoded")
  .refine((text) => {
    const { protocol, hostname = "" } = URL.parse(text) ?? {};
    return protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  }, "must be https: the key and the numbers of patients go there");

export const trustedProxies = z
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

export function isScannerAddress(text: string): boolean {
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

/** A setting that is a whole number. */
export const count = (
  env: string,
  [from, to]: readonly [from: number, to: number],
  fallback: number,
  description: string,
) => ({ env, description, shown: String(fallback), schema: wholeNumber(from, to, fallback) });

export const limit = (env: string, fallback: number, description: string, highest = 1_000_000) =>
  count(env, [1, highest], fallback, description);
