import fc from "fast-check";
import type { Endpoint } from "#shared/endpoint.ts";
import { contentTypes, hostileValues as hostile } from "#test/safety/hostile-values.ts";
import { type Shape, shapeOf, typesOf } from "#test/safety/text-inputs.ts";

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "Reyes, Ana",
    "2026-11-20",
    "2026-11-20T01:00:00Z",
    "1250.50",
    "+63 917 555 0148",
    "a@b.ph",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);

/** A value that fits a shape, or nearly: it may still violate a length or a rule. */
function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  const either = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (either) return fc.oneof(...either.map(fitting));
  if (shape.properties) {
    const parts = Object.entries(shape.properties).map(([name, part]) => [
      name,
      fc.oneof(
        { arbitrary: fitting(part), weight: 9 },
        { arbitrary: fc.constantFrom(...hostile), weight: 1 },
      ),
    ]);
    return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
  }
  const types = typesOf(shape);
  return types.length > 0
    ? fc.oneof(...types.map((type) => fittingType(type, shape)))
    : fc.jsonValue({ maxDepth: 3 });
}

function fittingType(type: string, { items }: Shape): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return words;
    case "integer":
      return fc.integer({ min: 0, max: 3000 });
    case "number":
      return fc.double();
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fitting(Array.isArray(items) ? {} : (items ?? {})), { maxLength: 4 });
    default:
      return fc.dictionary(words, words, { maxKeys: 4 });
  }
}

const asJson = (value: unknown) => JSON.stringify(value) ?? "null";

/** A body as text. */
function bodyFor(schema: Endpoint["body"]): fc.Arbitrary<string> {
  const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(...hostile)).map(asJson);
  const broken = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("{", '{"a":', "[".repeat(10_000), '{"__proto__":{"isArchived":true}}', "\ufeff{}", ""),
    fc.constant(`{"a":"${"x".repeat(1_200_000)}"}`),
  );
  if (!schema) return anything;
  return fc.oneof(
    { arbitrary: fitting(shapeOf(schema)).map(asJson), weight: 30 },
    { arbitrary: anything, weight: 5 },
    { arbitrary: broken, weight: 1 },
  );
}

const headerText = fc.string({ unit: fc.constantFrom(...'abc019-"/W,;=* '), maxLength: 30 });

/** Everything else that can be sent along. */
const headersOf = fc.record(
  {
    "content-type": fc.oneof(
      { arbitrary: fc.constant("application/json"), weight: 8 },
      { arbitrary: fc.constantFrom(...contentTypes), weight: 2 },
    ),
    "if-match": headerText,
    "if-none-match": headerText,
    "idempotency-key": fc.oneof(headerText, fc.constant("k".repeat(300))),
    accept: headerText,
    "accept-encoding": fc.constantFrom("br", "gzip", "identity", "x", "*"),
    range: fc.constantFrom("bytes=0-1", "bytes=9-1", "x"),
    cookie: headerText,
  },
  { requiredKeys: ["content-type"] },
);

function queryFor(schema: Endpoint["query"]): fc.Arbitrary<[string, string][]> {
  const names = schema ? Object.keys(shapeOf(schema).properties ?? {}) : [];
  const value = fc
    .oneof(words, fc.constantFrom(...hostile))
    .map((one) => String(one).slice(0, 3000).toWellFormed());
  return fc.array(fc.tuple(fc.oneof(fc.constantFrom("limit", ...names), headerText), value), {
    maxLength: 4,
  });
}

/** A path parameter: the right record, or something else. */
const placeIn = fc.oneof(
  { arbitrary: fc.constant(null), weight: 5 },
  {
    arbitrary: fc.constantFrom(
      "0",
      "-1",
      "1e3",
      "9".repeat(30),
      "%00",
      "..%2f..%2f",
      "%F0%9F%98%80",
      "null",
      "1;2",
    ),
    weight: 1,
  },
);

export type Generated = {
  body: string;
  headers: Record<string, string>;
  query: [string, string][];
  /** Replaces each parameter's own record; null leaves it. */
  places: (string | null)[];
};

/** The given number of requests to one endpoint; the same seed gives the same requests. */
export function generatedFor(endpoint: Endpoint, count: number, seed: number): Generated[] {
  const request = fc.record({
    body: bodyFor(endpoint.body),
    headers: headersOf,
    query: queryFor(endpoint.query),
    places: fc.array(placeIn, { minLength: 2, maxLength: 2 }),
  });
  return fc.sample(request, { numRuns: count, seed }) as Generated[];
}
