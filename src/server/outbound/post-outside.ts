import { Resolver } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isReachable } from "./reachable-address.ts";

/** From looking up the name to the last word that is read. */
const LONGEST_MS = 10_000;
const MOST_OF_ANSWER = 2048;

export type Address = { address: string; family: 4 | 6 };
export type LookUp = (hostname: string) => Promise<Address[]>;

type Posted = { status: number; answer: string };

/** Why nothing was answered, in words for whoever chose the address. */
export class PostProblem extends Error {}

/** Not the system's own look-up: that one blocks a thread of the pool for as long as a name server likes. */
const lookUpByDns: LookUp = async (hostname) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (answer: typeof four, family: 4 | 6): Address[] =>
    answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
};

/** What a caller may be told about an address before anything is sent, or null where it may be sent to. */
export function problemOfUrl(
  text: string,
  { toPrivateNetworks }: { toPrivateNetworks: boolean },
): string | null {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.hostname === "")
    return "Enter an address like https://example.ph/klinika";
  if (url.protocol === "http:" && !toPrivateNetworks) return "The address must begin with https://";
  if (url.username || url.password || url.hash) return "Leave out user, password and # in the address";
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 80 && port !== 443) return "Use port 80, 443, or one from 1024 on";
  const host = hostOf(url);
  if (isIP(host) && !isReachable(host, { toPrivateNetworks })) return ofPrivateNetwork;
  return null;
}

const ofPrivateNetwork = "The address belongs to a private network, where Klinika sends nothing";

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/**
 * Sends a body to an address that a clinic chose. Its name is looked up once, each address of the answer must be
 * reachable, and the connection goes to these and no others. Redirects are not followed, no proxy of the environment is
 * used, and only the beginning of the answer is read.
 * @throws PostProblem
 */
export async function postOutside(
  text: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { toPrivateNetworks, lookUp = lookUpByDns }: { toPrivateNetworks: boolean; lookUp?: LookUp },
): Promise<Posted> {
  const problem = problemOfUrl(text, { toPrivateNetworks });
  if (problem) throw new PostProblem(problem);
  const url = new URL(text);
  const until = AbortSignal.timeout(LONGEST_MS);
  const addresses = await beforeTheEnd(addressesOf(hostOf(url), lookUp), until);
  if (addresses.length === 0) throw new PostProblem("The name of the address was not found");
  if (!addresses.every(({ address }) => isReachable(address, { toPrivateNetworks })))
    throw new PostProblem(ofPrivateNetwork);
  return send(url, { headers, body, addresses, until });
}

async function addressesOf(host: string, lookUp: LookUp): Promise<Address[]> {
  const version = isIP(host);
  return version === 0 ? lookUp(host) : [{ address: host, family: version === 4 ? 4 : 6 }];
}

const tooSlow = () => new PostProblem(`No answer within ${LONGEST_MS / 1000} seconds`);

function beforeTheEnd<T>(work: Promise<T>, until: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    until.addEventListener("abort", () => reject(tooSlow()), { once: true });
    work.then(resolve, () => reject(new PostProblem("The name of the address could not be looked up")));
  });
}

type Sending = {
  headers: Record<string, string>;
  body: string;
  addresses: readonly Address[];
  until: AbortSignal;
};

function send(url: URL, { headers, body, addresses, until }: Sending): Promise<Posted> {
  // Answers what was checked, whatever the name leads to by now.
  const lookup: LookupFunction = (_hostname, options, answer) => {
    if (options.all) answer(null, [...addresses]);
    else answer(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };
  const { request, Agent } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        // One of its own: a kept connection would lead to an address that was checked for another message.
        agent: new Agent({ keepAlive: false }),
        lookup,
        signal: until,
      },
      (response) => {
        readStart(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, answer }),
          (error: unknown) => reject(inWords(error, until)),
        );
      },
    );
    sent.on("error", (error) => reject(inWords(error, until)));
    sent.end(body);
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving the loop destroys the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MOST_OF_ANSWER) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_OF_ANSWER).toString("utf8");
}

const wordsOf: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at the address",
  ECONNRESET: "The connection was cut off",
  EPIPE: "The connection was cut off",
  EHOSTUNREACH: "The address cannot be reached",
  ENETUNREACH: "The address cannot be reached",
  ETIMEDOUT: "The address cannot be reached",
  CERT_HAS_EXPIRED: "Its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name",
};

function inWords(error: unknown, until: AbortSignal): PostProblem {
  if (until.aborted) return tooSlow();
  const code = String((error as { code?: unknown }).code ?? "");
  if (wordsOf[code]) return new PostProblem(wordsOf[code]);
  return new PostProblem(
    /CERT|SSL|TLS|SIGNED|ISSUER/.test(code) ? "Its certificate is not valid" : "The answer could not be read",
  );
}
