import type { App } from "../kit.ts";

/** Warns while files can be neither kept nor opened: a few bytes are written, read and removed. */
export async function watchStorage({ kit }: App): Promise<void> {
  const problem = await kit.storage.check().then(
    () => null,
    (error: Error) => error.message,
  );
  kit.warnings.set("files_unavailable", problem !== null, { reason: problem });
}
