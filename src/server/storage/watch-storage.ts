import type { App } from "../kit.ts";

/** Warns while files cannot be stored or read: writes, reads and removes a few bytes. */
export async function watchStorage({ kit }: App): Promise<void> {
  const problem = await kit.storage.check().then(
    () => null,
    (error: Error) => error.message,
  );
  kit.warnings.set("files_unavailable", problem !== null, { reason: problem });
}
