import { expect, test } from "vitest";
import { migrationFiles } from "../migrate.ts";
import { statementsOf } from "./migrate-cluster.ts";

test("a migration is taken apart at the ends of its statements alone", () => {
  const sql = `-- One; two.
create table a (name text check (name <> ';'));
create function f() returns void language plpgsql as $$ begin perform 1; end $$;
do $made$ begin execute 'select $$;$$'; end $made$;
`;
  expect(statementsOf(sql).map((statement) => statement.trim().split("\n").at(-1)?.slice(0, 12))).toEqual([
    "create table",
    "create funct",
    "do $made$ be",
  ]);
});

test("of every migration nothing is lost, and no body is cut", async () => {
  for (const { name, sql } of await migrationFiles()) {
    const statements = statementsOf(sql);
    const letters = (text: string) => text.replace(/--.*|\s/g, "");
    expect(letters(statements.join("")), name).toBe(letters(sql));
    for (const statement of statements)
      expect(statement.split("$$").length % 2, `${name}: ${statement}`).toBe(1);
  }
});
