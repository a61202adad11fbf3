import { columnName, fieldName } from "#shared/formats/column-name.ts";
import type { DatabaseFunctions as Functions } from "./db.types.ts";
import type { Query } from "./driver/statement.ts";

type Returning<How extends "row" | "value"> = {
  [Name in keyof Functions]: Functions[Name] extends Record<How, unknown> ? Name : never;
}[keyof Functions];
type TableFunction = Returning<"row">;
type ValueFunction = Returning<"value">;

type FunctionName = keyof Functions;
type FunctionArgs<Name extends FunctionName> = Functions[Name]["args"];
export type FunctionRow<Name extends TableFunction> = Functions[Name]["row"];

/**
 * The functions of the database, which are the application's only way to another clinic's rows. Each does one thing.
 * Their arguments and rows are typed from the migrated schema.
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

  /** For a function that returns one value. */
  async value<Name extends ValueFunction>(
    name: Name,
    args: FunctionArgs<Name>,
  ): Promise<Functions[Name]["value"]> {
    const [row] = await this.run(callOf(name, args));
    return Object.values(row ?? {})[0];
  }
}

/** The statement of each function, with its arguments in a fixed order, so that it is prepared once per connection. */
const statements = new Map<FunctionName, { text: string; order: string[] }>();

function statementOf(name: FunctionName, args: object) {
  const order = Object.keys(args).toSorted();
  const placed = order.map((arg, index) => `p_${columnName(arg)} => $${index + 1}`);
  return { text: `select * from ${columnName(name)}(${placed.join(", ")})`, order };
}

function callOf(name: FunctionName, args: object): Query {
  const statement = statements.get(name) ?? statementOf(name, args);
  statements.set(name, statement);
  const values: Record<string, unknown> = { ...args };
  return {
    name: `function_${name}`,
    text: statement.text,
    values: statement.order.map((arg) => values[arg]),
    nameOf: fieldName,
  };
}
