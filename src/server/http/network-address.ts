/**
 * The network of an address, for rate limits: an IPv4 address itself, or the first 64 bits of an IPv6 address, since
 * one household has all addresses of such a prefix.
 */
export const networkOf = (ip: string): string => networkOfBits(ip, 64);

/**
 * The first 48 bits, which one customer of a provider can be assigned. For limits that only delay, since customers
 * of one provider may share a prefix.
 */
export const siteOf = (ip: string): string => networkOfBits(ip, 48);

function networkOfBits(address: string, bits: 48 | 64): string {
  const ip = withoutPort(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/${bits}`;
}

/** Some proxies write "203.0.113.5:40001" or "[2001:db8::1]:40001". */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
