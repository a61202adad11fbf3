import type { OwnEnvironment } from "#measure/harness/environment.ts";

/** Asked of /metrics; a environment whose memory is looked at is opened with it. */
export const metricsSecret = "a-secret-of-the-proof-17";

/** Megabytes of the server, as the operating system counts them. */
export async function memoryOf({ send }: Pick<OwnEnvironment, "send">): Promise<number> {
  const { body } = await send({
    method: "GET",
    url: "/metrics",
    headers: { authorization: `Bearer ${metricsSecret}` },
  });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1];
  if (bytes === undefined) throw new Error("/metrics does not tell the memory.");
  return Number(bytes) / 1e6;
}
