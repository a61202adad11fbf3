import ipaddr from "ipaddr.js";

/** Ranges of private networks. Others that are not public are never used legitimately. */
const ownNetworks: ReadonlySet<string> = new Set(["private", "loopback", "carrierGradeNat", "uniqueLocal"]);

/** The range that is routed on the Internet. The library calls more unicast. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether a request may go to an address that a user chose. `process` reads an IPv4 address that is mapped into IPv6 as
 * the IPv4 one; NAT64, 6to4 and Teredo, which also contain IPv4 addresses, are ranges of their own. Link-local addresses
 * are never allowed, since cloud providers serve credentials there.
 */
export function isReachable(address: string, { toPrivateNetworks }: { toPrivateNetworks: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (toPrivateNetworks && ownNetworks.has(range)) return true;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast));
}
