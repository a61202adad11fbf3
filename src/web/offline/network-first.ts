/** ms. A network that drops everything reports no error for minutes. */
export const networkPatience = 8000;

/** The network's response, or the cached one if that fails or takes long. Without a cached one it waits. */
export async function networkFirst(
  fetched: Promise<Response>,
  findCached: () => Promise<Response | undefined>,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, networkPatience, null));
  const inTime = await Promise.race([fetched.catch(() => null), late]);
  return inTime ?? (await findCached()) ?? fetched;
}
