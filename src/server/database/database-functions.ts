import { CompiledQuery } from "kysely";
import type { ClinicScope } from "./db.ts";
import type { DatabaseFunctions as Functions } from "./db.types.ts";
import type { Query } from "./driver/statement.ts";
import { nameInRows } from "./query-builder.ts";

type Answering<How extends "row" | "value"> = {
  [Name in keyof Functions]: Functions[Name] extends Record<How, unknown> ? Name : never;
}[keyof Functions];
type TableFunction = Answering<"row">;
type ValueFunction = Answering<"value">;

export type FunctionName = keyof Functions;
export type FunctionArgs<Name extends FunctionName> = Functions[Name]["args"];
export type FunctionRow<Name extends TableFunction> = Functions[Name]["row"];

/**
 * The functions of the database that may look across clinics, and are all that can: each does one thing, and the
 * application reaches no other clinic's row without one. Their arguments and rows are typed from the migrated schema.
 */
export class DatabaseFunctions {
  private readonly run: (query: Query) => Promise<object[]>;

  constructor(run: (query: Query) => Promise<object[]>) {
    this.run = run;
  }

  async rows<Name extends TableFunction>(name: Name, args: FunctionArgs<Name>): Promise<FunctionRow<Name>[]> {
    return (await this.run(callOf(name, args))) as FunctionRow<Name>[];
  }

  /** The first row; undefined where there is none. */
  async row<Name extends TableFunction>(
    name: Name,
    args: FunctionArgs<Name>,
  ): Promise<FunctionRow<Name> | undefined> {
    return (await this.rows(name, args))[0];
  }

  /** What a function answers that answers one value. */
  async value<Name extends ValueFunction>(
    name: Name,
    args: FunctionArgs<Name>,
  ): Promise<Functions[Name]["value"]> {
    const [row] = await this.run(callOf(name, args));
    return Object.values(row ?? {})[0];
  }
}

/** The functions as called inside the clinic's own scope, from which they take who asks. */
export const functionsInScope = ({ db }: ClinicScope): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...values]));
    return rows;
  });

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** By the arguments' names, in one order, so that each function is prepared once on a connection. */
function callOf(name: FunctionName, args: object): Query {
  const named = Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const placed = named.map(([arg], index) => `p_${snakeCase(arg)} => $${index + 1}`);
  return {
    name: `function_${name}`,
    text: `select * from ${snakeCase(name)}(${placed.join(", ")})`,
    values: named.map(([, value]) => value),
    nameOf: nameInRows,
  };
}
