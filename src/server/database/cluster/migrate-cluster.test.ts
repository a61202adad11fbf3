import { expect, test } from "vitest";
import { migrationFiles } from "../migration-files.ts";
import { statementsOf } from "./migrate-cluster.ts";

test("a migration is split only at the ends of its statements", () => {
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

test("splitting loses no part of a migration and cuts no function body", async () => {
  for (const { name, sql } of await migrationFiles()) {
    const statements = statementsOf(sql);
    const withoutSpace = (text: string) => text.replace(/--.*|\s/g, "");
    expect(withoutSpace(statements.join("")), name).toBe(withoutSpace(sql));
    for (const statement of statements)
      expect(statement.split("$$").length % 2, `${name}: ${statement}`).toBe(1);
  }
});
