import { toJSONSchema } from "zod/v4/core";
import type { Endpoint } from "#shared/endpoint.ts";

type Json = Record<string, unknown>;

/**
 * The JSON schema the fast serializer is made from. It is an allow-list: a property the contract does not
 * name never leaves the server. Nullable unions become a null type, which serializes without trying each branch.
 */
export function answerSchema(endpoint: Endpoint): Json | undefined {
  if (endpoint.response === "file") return undefined;
  const schema = toJSONSchema(endpoint.response, { target: "draft-7", io: "output", unrepresentable: "any" });
  return plain(schema as Json) as Json;
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  const { $schema, enum: _allowed, const: _fixed, pattern, format, minimum, maximum, ...rest } = node as Json;
  if (Array.isArray(rest.anyOf)) {
    const branches = rest.anyOf.map(plain) as Json[];
    const others = branches.filter((branch) => branch.type !== "null");
    const [only] = others;
    if (only && others.length === 1) return { ...only, nullable: true };
    return { ...rest, anyOf: branches };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
}
