import { hash, verify } from "@node-rs/argon2";

/** Password hashing alone, as much as the two cores do: what signing in is compared with. */
const password = "sinigang-sa-miso-88";
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

process.on("message", async ({ seconds, connections }: { seconds: number; connections: number }) => {
  const start = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() < start + seconds * 1000) {
      await verify(stored, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  process.send?.({ rate: done / ((performance.now() - start) / 1000) });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ isReady: true });
