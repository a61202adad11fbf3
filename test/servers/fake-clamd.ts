import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** Its reply for a file: its own verdict, or none. */
export type Behaviour = "verdict" | "error" | "hang" | "close" | "too large" | "hang up" | "endless";

/** Speaks clamd's protocol and detects files that contain `MALWARE`. */
export async function startFakeClamd() {
  const state = { behaviour: "verdict" as Behaviour, scanned: [] as Buffer[] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let received = Buffer.alloc(0);
    socket.on("data", (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      if (received.toString("latin1").startsWith("zPING\0"))
        return state.behaviour === "hang" ? undefined : socket.end("PONG\0");
      if (state.behaviour === "hang up") return socket.resetAndDestroy();
      const file = fileIn(received);
      if (!file) return;
      if (state.behaviour === "hang") return;
      if (state.behaviour === "close") return socket.end();
      if (state.behaviour === "endless") return sendWithoutEnd(socket);
      if (state.behaviour === "error") return socket.end("Can't allocate memory ERROR\0");
      if (state.behaviour === "too large") return socket.end("INSTREAM size limit exceeded. ERROR\0");
      state.scanned.push(file);
      socket.end(file.includes("MALWARE") ? "stream: Test.Malware FOUND\0" : "stream: OK\0");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    state,
    address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As much as the other side reads. */
function sendWithoutEnd(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write("x".repeat(65_536)));
  };
  socket.on("drain", more);
  more();
}

/** The content of `zINSTREAM`, once its empty last chunk has arrived. */
function fileIn(received: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = "zINSTREAM\0".length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
