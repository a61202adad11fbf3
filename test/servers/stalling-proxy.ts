import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type StallingProxy = {
  url: string;
  /** From now on nothing is forwarded, and connections stay open, as to a server that hangs. */
  stall(): void;
  resume(): void;
  close(): void;
};

/** A proxy before a database that can be made to hang. */
export async function openStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const address = new URL(databaseUrl);
  const { hostname, port } = address;
  const sockets = new Set<Socket>();
  let isStalled = false;
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      if (isStalled) socket.pause();
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address.port = String((proxy.address() as AddressInfo).port);
  return {
    url: address.href,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
