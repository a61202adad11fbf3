/** The search text of an address without other filters; null with filters or a further page. */
export function searchIn(address: string): string | null {
  const asked = new URLSearchParams(address.split("?")[1] ?? "");
  const search = asked.get("search");
  const isPlain = [...asked.keys()].every((name) => ["search", "limit", "sort"].includes(name));
  return isPlain ? search : null;
}
