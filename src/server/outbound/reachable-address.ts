import ipaddr from "ipaddr.js";

/** Ranges of a clinic's or an operator's own networks. Others that are not public have no right user. */
const ownNetworks: ReadonlySet<string> = new Set(["private", "loopback", "carrierGradeNat", "uniqueLocal"]);

/** What is routed on the Internet, 2000::/3. The library calls more unicast. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether a request that somebody else chose the address of may go there. `process` reads an IPv4 address that is mapped
 * into IPv6 as the IPv4 one; NAT64, 6to4 and Teredo, which also carry IPv4 addresses, are ranges of their own. Link-local
 * is never reachable: machines of a cloud have their credentials there.
 */
export function isReachable(address: string, { toPrivateNetworks }: { toPrivateNetworks: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (toPrivateNetworks && ownNetworks.has(range)) return true;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast));
}
