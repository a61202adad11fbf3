import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Failure } from "#shared/errors.ts";
import type { ReceivedFiles, RefusedFile } from "../http/receive-files.ts";
import type { Warnings } from "../monitoring/warnings.ts";

export type Verdict = { is: "clean" } | { is: "infected"; signature: string } | { is: "too large" };

/** clamd does not answer, or its answer is no verdict. */
export class ScannerUnavailable extends Error {}

/**
 * The connection was closed in the middle of a file. Its answer may be lost. A healthy clamd does this only for
 * a file larger than its StreamMaxLength.
 */
class HungUp extends ScannerUnavailable {}
const hangUpCodes = new Set(["EPIPE", "ECONNRESET"]);

/** A browser aborts an upload after a minute without progress. */
const scanTimeoutMs = 40_000;
const pingTimeoutMs = 5_000;
/** A verdict is one line with the name of a signature. */
const maxAnswerChars = 4096;

/** A client of clamd's protocol (man clamd), with a connection per request. */
export class Scanner {
  private readonly open: () => Socket;

  /** @param address `tcp://host:port` or `unix:/path` */
  constructor(address: string) {
    const path = /^unix:(.+)$/.exec(address)?.[1];
    const url = path === undefined ? new URL(address) : null;
    this.open = () =>
      url ? connect(Number(url.port), url.hostname.replace(/^\[|\]$/g, "")) : connect(path ?? "");
  }

  /** @throws ScannerUnavailable */
  async scan(bytes: Readable, giveUp: AbortSignal = AbortSignal.timeout(scanTimeoutMs)): Promise<Verdict> {
    let answer: string;
    try {
      answer = await this.ask("INSTREAM", bytes, giveUp);
    } catch (error) {
      if (!(error instanceof HungUp)) throw error;
      await this.ping();
      return { is: "too large" };
    }
    if (answer === "stream: OK") return { is: "clean" };
    const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (signature !== undefined) return { is: "infected", signature };
    if (/size limit exceeded/i.test(answer)) return { is: "too large" };
    throw new ScannerUnavailable(`clamd answered: ${answer || "nothing"}`);
  }

  /** @throws ScannerUnavailable */
  async ping(): Promise<void> {
    const answer = await this.ask("PING", null, AbortSignal.timeout(pingTimeoutMs));
    if (answer !== "PONG") throw new ScannerUnavailable(`clamd answered: ${answer || "nothing"}`);
  }

  private async ask(command: string, bytes: Readable | null, giveUp: AbortSignal): Promise<string> {
    const socket = this.open();
    const stop = () => socket.destroy(new Error("no answer in time"));
    giveUp.addEventListener("abort", stop);
    if (giveUp.aborted) stop();
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
      if (answer.length > maxAnswerChars) socket.destroy(new Error("the answer is too long"));
    });
    const ended = once(socket, "close");
    ended.catch(() => undefined);
    try {
      socket.write(`z${command}\0`);
      if (bytes) await pipeline(bytes, framed, socket, { end: false });
      await ended;
    } catch (error) {
      // After its answer about a file that is too large, clamd closes the connection.
      if (answer.includes("\0")) return firstLine(answer);
      const { code = "", message } = error as NodeJS.ErrnoException;
      throw new (hangUpCodes.has(code) && bytes ? HungUp : ScannerUnavailable)(message, { cause: error });
    } finally {
      giveUp.removeEventListener("abort", stop);
      socket.destroy();
      bytes?.destroy();
    }
    return firstLine(answer);
  }
}

const firstLine = (answer: string) => answer.split("\0")[0]?.trim() ?? "";

/** Prefixes each piece with its length; an empty one ends the file. */
async function* framed(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

type Scanning = { scanner: Scanner | null; warnings: Warnings };

/**
 * The files that clamd finds clean; infected ones are refused by name.
 * @throws Failure 503 when it is unreachable; nothing of the upload may then be stored
 */
export async function withoutInfected(
  { scanner, warnings }: Scanning,
  received: ReceivedFiles,
  log: FastifyBaseLogger,
): Promise<ReceivedFiles> {
  if (!scanner) return received;
  const giveUp = AbortSignal.timeout(scanTimeoutMs);
  const accepted: ReceivedFiles["accepted"] = [];
  const refused: RefusedFile[] = [...received.refused];
  for (const file of received.accepted) {
    const { position, name, size, sha256 } = file;
    const { blob } = await file.content();
    const bytes = Readable.fromWeb(blob.stream() as ReadableStream);
    const verdict = await scanner.scan(bytes, giveUp).catch((error: Error) => {
      warnings.set("scanner_unavailable", true, { reason: error.message });
      throw scannerUnavailable(error);
    });
    warnings.set("scanner_unavailable", false);
    if (verdict.is === "clean") {
      accepted.push(file);
    } else if (verdict.is === "infected") {
      const { signature } = verdict;
      log.warn({ signature, size, sha256: sha256.toString("hex") }, "infected upload refused");
      const reason = `The file is infected (${signature}) and was not saved. Check the computer it comes from.`;
      refused.push({ position, name, reason, code: "wrong_type" });
    } else {
      log.error({ size }, "clamd accepts no file of this size: raise StreamMaxLength in clamd.conf");
      const reason = "The virus scanner can't check a file of this size. Please contact your administrator.";
      refused.push({ position, name, reason, code: "too_large" });
    }
  }
  return { ...received, accepted, refused };
}

const scannerUnavailable = (cause: Error) =>
  Object.assign(
    new Failure(
      "scanner_unavailable",
      "Files cannot be checked for viruses right now, so nothing was saved. Please try again in a moment.",
      {},
      30,
    ),
    { cause },
  );

/** Warns while clamd is unreachable, since uploads are then refused. */
export async function watchScanner({ kit }: FastifyInstance): Promise<void> {
  if (!kit.scanner) return;
  const problem = await kit.scanner.ping().then(
    () => null,
    (error: Error) => error.message,
  );
  kit.warnings.set("scanner_unavailable", problem !== null, { reason: problem });
}
