import { type Compilable, type CompiledQuery, DummyDriver, type Kysely } from "kysely";
import type { ClinicScope } from "./db.ts";
import type { Database } from "./db.types.ts";
import { queryBuilder } from "./query-builder.ts";

type Value = string | number | boolean | Buffer | null;
type Values = Readonly<Record<string, Value | readonly Value[] | undefined>>;

/** A parameter of a query. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

const builder = queryBuilder(new DummyDriver());
const maxShapes = 1000;

type Build<Given, Row, Form> = (db: Kysely<Database>, values: Given, form: Form) => Compilable<Row>;
type FormOf<Form> = Form extends undefined ? [] : [Form];

/**
 * A query that is built and compiled once per shape instead of at every call, which for forty columns takes longer than
 * running it. `values` are its parameters: `build` sees only their names and the lengths of lists, so it cannot decide
 * by a value. What it decides by belongs in `form`.
 */
export function compiledQuery<Given extends Values, Row, Form = undefined>(
  build: Build<Given, Row, Form>,
): (values: Given, ...form: FormOf<Form>) => CompiledQuery<Row> {
  const shapes = new Map<string, CompiledQuery<Row>>();
  return (values, ...[form]) => {
    const shape = shapeOf(values, form);
    let compiled = shapes.get(shape);
    if (!compiled) {
      compiled = build(builder, withPlaceholders(values), form as Form).compile();
      if (shapes.size < maxShapes) shapes.set(shape, compiled);
    }
    const sent = Object.values(values).flat();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? sent[value.index] : value,
    );
    return { ...compiled, parameters };
  };
}

/** Runs a compiled query in a clinic's scope. */
export function shapedQuery<Given extends Values, Row, Form = undefined>(
  build: Build<Given, Row, Form>,
): (clinic: ClinicScope, values: Given, ...form: FormOf<Form>) => Promise<Row[]> {
  const compiled = compiledQuery(build);
  return async (clinic, values, ...form) =>
    (await clinic.db.executeQuery<Row>(compiled(values, ...form))).rows;
}

function shapeOf(values: Values, form: unknown): string {
  let shape = form === undefined ? "" : JSON.stringify(form);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) shape += Array.isArray(value) ? ` ${name}:${value.length}` : ` ${name}`;
  return shape;
}

function withPlaceholders<Given extends Values>(values: Given): Given {
  let index = 0;
  const next = () => new Placeholder(index++);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map(next)];
      const placeholder = next();
      return [name, value === undefined ? undefined : placeholder];
    }),
  ) as Given;
}
