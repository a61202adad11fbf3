import { Resolver } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isReachable } from "./reachable-address.ts";

/** From resolving the name to the last byte that is read. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 2048;

export type Address = { address: string; family: 4 | 6 };
export type LookUp = (hostname: string) => Promise<Address[]>;

type Posted = { status: number; answer: string };

/** Why there was no response. The message is for the user who chose the address. */
export class PostProblem extends Error {}

/** Not the system's resolver, which blocks a thread of the pool for as long as a name server takes. */
const lookUpByDns: LookUp = async (hostname) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (answer: typeof four, family: 4 | 6): Address[] =>
    answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
};

/** Why nothing may be sent to an address, or null. */
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
  if (isIP(host) && !isReachable(host, { toPrivateNetworks })) return inPrivateNetwork;
  if (!toPrivateNetworks && namesPrivateHost(host)) return inPrivateNetwork;
  return null;
}

/** Names that never lead to the Internet: of one word, and of domains reserved for local networks (RFC 6761, 6762, 8375, 9476). */
const namesPrivateHost = (host: string): boolean =>
  !isIP(host) &&
  (!host.includes(".") || /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/i.test(host));

/** How long a name may take when its address is entered. It is looked up again for each message. */
const ENTRY_MS = 1500;

/**
 * Why nothing may be sent to an address that is being entered, or null: also where its name leads to a private network. A
 * name that is not found now may be found later.
 */
export async function problemOfAddress(
  text: string,
  { toPrivateNetworks, lookUp = lookUpByDns }: { toPrivateNetworks: boolean; lookUp?: LookUp },
): Promise<string | null> {
  const problem = problemOfUrl(text, { toPrivateNetworks });
  if (problem || toPrivateNetworks) return problem;
  const found = await orTimeout(
    addressesOf(hostOf(new URL(text)), lookUp),
    AbortSignal.timeout(ENTRY_MS),
  ).catch(() => []);
  return problemOfAddresses(found, { toPrivateNetworks });
}

const problemOfAddresses = (addresses: readonly Address[], rule: { toPrivateNetworks: boolean }) =>
  addresses.every(({ address }) => isReachable(address, rule)) ? null : inPrivateNetwork;

const inPrivateNetwork = "The address belongs to a private network, where Klinika sends nothing";

/** Without the brackets of an IPv6 address, and the dot that may end a name. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/**
 * Sends a body to an address that a clinic chose. Its name is resolved once, every address must be allowed, and the
 * connection goes to one of these. Redirects are not followed, no proxy of the environment is used, and only the beginning
 * of the response is read.
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
  const until = AbortSignal.timeout(TIMEOUT_MS);
  const addresses = await orTimeout(addressesOf(hostOf(url), lookUp), until);
  if (addresses.length === 0) throw new PostProblem("The name of the address was not found");
  const isPrivate = problemOfAddresses(addresses, { toPrivateNetworks });
  if (isPrivate) throw new PostProblem(isPrivate);
  return send(url, { headers, body, addresses, until });
}

async function addressesOf(host: string, lookUp: LookUp): Promise<Address[]> {
  const version = isIP(host);
  return version === 0 ? lookUp(host) : [{ address: host, family: version === 4 ? 4 : 6 }];
}

const tooSlow = () => new PostProblem(`No answer within ${TIMEOUT_MS / 1000} seconds`);

function orTimeout<T>(work: Promise<T>, until: AbortSignal): Promise<T> {
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
  // Returns the checked addresses, whatever the name resolves to by now.
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
        // Its own agent, since a pooled connection would go to an address that was checked for another message.
        agent: new Agent({ keepAlive: false }),
        lookup,
        signal: until,
      },
      (response) => {
        readStart(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, answer }),
          (error: unknown) => reject(problemOf(error, until)),
        );
      },
    );
    sent.on("error", (error) => reject(problemOf(error, until)));
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
    if (length >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

const messages: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at the address",
  ECONNRESET: "The connection was cut off",
  EPIPE: "The connection was cut off",
  EHOSTUNREACH: "The address cannot be reached",
  ENETUNREACH: "The address cannot be reached",
  ETIMEDOUT: "The address cannot be reached",
  CERT_HAS_EXPIRED: "Its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name",
};

function problemOf(error: unknown, until: AbortSignal): PostProblem {
  if (until.aborted) return tooSlow();
  const code = String((error as { code?: unknown }).code ?? "");
  if (messages[code]) return new PostProblem(messages[code]);
  return new PostProblem(
    /CERT|SSL|TLS|SIGNED|ISSUER/.test(code) ? "Its certificate is not valid" : "The answer could not be read",
  );
}
