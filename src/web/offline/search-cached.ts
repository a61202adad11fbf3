/** The search text of an address without other filters; null with filters or a further page. */
export function searchIn(address: string): string | null {
  const query = new URLSearchParams(address.split("?")[1] ?? "");
  const search = query.get("search");
  const isPlain = [...query.keys()].every((name) => ["search", "limit", "sort"].includes(name));
  return isPlain ? search : null;
}
