import { connect, type Socket } from "node:net";
import { login } from "#features/accounts/contract.ts";

type Slow = {
  /** Connections that were not refused and are still open. */
  open(): number;
  /** Resolves when all are closed. */
  allClosed: Promise<void>;
  trickle(): void;
  close(): void;
};

/** Connections that each send the head of a request, or half of it, and then at most a byte per `trickle()`. */
export async function openSlow(
  address: URL,
  { from, count, head }: { from: string; count: number; head: string },
): Promise<Slow> {
  const open = new Set<Socket>();
  const closed = Promise.withResolvers<void>();
  const tried = Array.from({ length: count }, async () => {
    const socket = connect({ host: address.hostname, port: Number(address.port), localAddress: from });
    socket.on("error", () => undefined).resume();
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once("connect", () => {
      open.add(socket);
      socket.write(head, () => resolve());
    });
    socket.once("close", () => {
      open.delete(socket);
      resolve();
      if (open.size === 0) closed.resolve();
    });
    await promise;
  });
  await Promise.all(tried);
  const all = (work: (socket: Socket) => unknown) => () => {
    for (const socket of open) work(socket);
  };
  return {
    open: () => open.size,
    allClosed: closed.promise,
    trickle: all((socket) => socket.write(" ")),
    close: all((socket) => socket.destroy()),
  };
}

export const slowBody = (address: URL, bytes = 1000): string =>
  `POST ${login.path} HTTP/1.1\r\nHost: ${address.host}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;
