/**
 * Whose network an address belongs to, for counting: an IPv4 address as it stands, the first 64 bits of an IPv6
 * one, because a single household holds all addresses behind them.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
