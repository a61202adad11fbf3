/** For people, in units of a thousand: 2.1 GB. */
export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? (["kB", 1e3] as const) : bytes < 1e9 ? (["MB", 1e6] as const) : (["GB", 1e9] as const);
  const value = bytes / size;
  // Rounded down, so that a nearly full quota does not look full.
  return `${(Math.floor(value * 10) / 10).toLocaleString("en-US")} ${unit}`;
}
