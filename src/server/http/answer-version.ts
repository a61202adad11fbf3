import type { FastifyReply, FastifyRequest } from "fastify";

// ETags of answers whose version is known before they are built. Others are the hash of the finished answer.

const named = /^(?:W\/)?"v:([^"]*)"$/;

/** The version that the caller has, if it is one of these. */
export const knownVersion = ({ headers }: FastifyRequest): string | undefined =>
  named.exec(headers["if-none-match"] ?? "")?.[1];

/** Names the version of this answer. */
export const nameVersion = (reply: FastifyReply, version: string): void => {
  reply.header("etag", `W/"v:${version}"`);
};
