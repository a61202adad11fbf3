import { safeParse } from "zod/mini";
import { toJSONSchema } from "zod/v4/core";
import type { Endpoint } from "#shared/endpoint.ts";
import { endpoints, nameOf } from "#test/endpoints.ts";

type Step = string | number;

/** A field of a body or a query that takes text. */
export type TextInput = {
  endpoint: Endpoint;
  name: string;
  part: "body" | "query";
  at: readonly Step[];
  /** The text is a key chosen by the caller, not the value under it. */
  isKey: boolean;
};

export type Shape = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape | Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
};

export const shapeOf = (schema: NonNullable<Endpoint["body"]>) =>
  toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Shape;

export const typesOf = ({ type }: Shape): readonly string[] => [type ?? []].flat();

type Found = { at: Step[]; isKey: boolean };

/** The key of a custom name, unless a text is put there. */
const ownName = "Note";

function* textsIn(shape: Shape, at: Step[] = []): Generator<Found> {
  for (const one of [shape.anyOf, shape.oneOf, shape.allOf].flatMap((of) => of ?? []))
    yield* textsIn(one, at);
  if (typesOf(shape).includes("string") && !shape.enum && shape.const === undefined)
    yield { at, isKey: false };
  for (const [name, part] of Object.entries(shape.properties ?? {})) yield* textsIn(part, [...at, name]);
  if (shape.items && !Array.isArray(shape.items)) yield* textsIn(shape.items, [...at, 0]);
  if (typeof shape.additionalProperties !== "object") return;
  yield* textsIn(shape.additionalProperties, [...at, ownName]);
  yield { at: [...at, ownName], isKey: true };
}

const inputsOf = (endpoint: Endpoint, part: "body" | "query"): TextInput[] => {
  const schema = endpoint[part];
  if (!schema) return [];
  const found = [...textsIn(shapeOf(schema))].map(({ at, isKey }): TextInput => {
    const name = `${nameOf(endpoint)} ${part === "query" ? "?" : ""}${at.join(".")}${isKey ? " (its name)" : ""}`;
    return { endpoint, name, part, at, isKey };
  });
  return [...new Map(found.map((input) => [input.name, input])).values()];
};

/** Every text input of the contracts. */
export const textInputs: readonly TextInput[] = endpoints.flatMap((endpoint) => [
  ...inputsOf(endpoint, "body"),
  ...inputsOf(endpoint, "query"),
]);

/** The body with a text put into the input's place. */
export function withText(
  body: unknown,
  { at, isKey }: Pick<TextInput, "at" | "isKey">,
  text: unknown,
): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return text;
  const isArray = typeof step === "number";
  const own = typeof body === "object" && body !== null && Array.isArray(body) === isArray ? body : null;
  const inner = (own as Record<Step, unknown> | null)?.[step];
  if (isKey && rest.length === 0) return { ...own, [String(text)]: "of its own" };
  const value = withText(inner, { at: rest, isKey }, text);
  return isArray
    ? Object.assign([...((own as unknown[]) ?? [])], { [step]: value })
    : { ...own, [step]: value };
}

/**
 * The body with a text in each of its text inputs: the first of the texts that the contract accepts there. Returns
 * which text is where.
 */
export function filled(
  endpoint: Endpoint,
  base: unknown,
  textsFor: (input: TextInput) => readonly string[],
): { body: unknown; put: Map<TextInput, string> } {
  const put = new Map<TextInput, string>();
  let body = base;
  for (const input of textInputs) {
    if (input.endpoint !== endpoint || input.part !== "body" || !endpoint.body) continue;
    // A text inside such an object does not replace the object again.
    if (
      [...put.keys()].some(
        ({ at }) => at.length < input.at.length && at.every((step, n) => step === input.at[n]),
      )
    )
      continue;
    for (const text of textsFor(input)) {
      const tried = withText(body, input, text);
      if (!safeParse(endpoint.body, tried).success) continue;
      body = tried;
      put.set(input, text);
      break;
    }
  }
  return { body, put };
}
