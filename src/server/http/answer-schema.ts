import fastJsonStringify from "fast-json-stringify";
import { toJSONSchema } from "zod/v4/core";
import type { Endpoint } from "#shared/endpoint.ts";

export type Json = Record<string, unknown>;

/** A contract's response schema. */
export type AnswerShape = Exclude<Endpoint["response"], "file">;

/**
 * Serializes answers by the shape of their contract. It is an allow-list: a property the contract does not name never
 * leaves the server. A serializer is compiled at first use, since compiling all took a fifth of the start.
 */
export function answerSerializer(shape: AnswerShape): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(jsonSchemaOf(shape));
    return serialize(answer);
  };
}

/** Nullable unions become a null type, which serializes without trying each branch. */
export const jsonSchemaOf = (shape: AnswerShape): Json =>
  plain(toJSONSchema(shape, { target: "draft-7", io: "output", unrepresentable: "any" })) as Json;

/** Rules of a contract that do not affect serialization. */
const rulesOnly = new Set(["$schema", "enum", "const", "pattern", "format", "minimum", "maximum"]);

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  const { anyOf, ...rest } = node as Json;
  if (Array.isArray(anyOf)) {
    const branches = anyOf.map(plain) as Json[];
    const others = branches.filter((branch) => branch.type !== "null");
    const [only] = others;
    return only && others.length === 1 ? { ...only, nullable: true } : { anyOf: branches };
  }
  const isSchemaOfProperties = "properties" in rest;
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !rulesOnly.has(key))
      .map(([key, value]) => [
        key,
        isSchemaOfProperties && key === "properties" ? properties(value as Json) : plain(value),
      ]),
  );
}

/** Property names belong to the contract, even one named `format`. */
const properties = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, plain(schema)]));
