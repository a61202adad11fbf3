import { inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

type Seal = {
  clinic: string;
  first_id: string;
  last_id: string;
  sealed: number;
  found: number;
  matches: boolean;
};

/**
 * Computes the hash chain anew from the rows. Each seal is held against the one before it as that one is stored, so
 * that one changed row names its own seal and no other.
 */
const seals = `
  select c.name as clinic, chain.after_id + 1 as first_id, chain.last_history_id as last_id, chain.row_count as sealed,
         rows.found, coalesce(sha256(chain.previous || convert_to(rows.body, 'UTF8')) = chain.hash, false) as matches
  from (select s.*, coalesce(lag(last_history_id) over in_order, 0) as after_id,
               coalesce(lag(hash) over in_order, ''::bytea) as previous
        from record_history_seals s window in_order as (partition by clinic_id order by last_history_id)) chain
  join clinics c on c.id = chain.clinic_id
  cross join lateral (
    select count(*)::integer as found, coalesce(string_agg(history_row_text(h), E'\\x1e' order by h.id), '') as body
    from record_history h
    where h.clinic_id = chain.clinic_id and h.id > chain.after_id and h.id <= chain.last_history_id) rows
  order by chain.clinic_id, chain.last_history_id`;

export const checkHistory: Operation = {
  usage: "check-history",
  does: "computes the hash chain of every clinic's record history anew and names the rows that are not as they were sealed",
  async run(surroundings) {
    const { client } = surroundings;
    const chain = await inTransaction(
      client,
      "klinika_backup",
      async () => (await client.query<Seal>(seals)).rows,
      "repeatable read, read only",
    );
    const broken = chain.filter(({ matches }) => !matches);
    await inTransaction(client, "klinika_owner", () =>
      logOperation(surroundings, "check-history", { seals: chain.length, broken: broken.length }),
    );
    if (broken.length > 0) throw new OperationProblem(broken.map(describe).join("\n"));
    const rows = chain.reduce((sum, { sealed }) => sum + sealed, 0);
    return [`All ${rows} sealed rows of the record history are as they were sealed.`];
  },
};

function describe({ clinic, first_id, last_id, sealed, found }: Seal): string {
  const place = first_id === last_id ? `row ${last_id}` : `rows ${first_id} to ${last_id}`;
  const what =
    found === sealed
      ? "not as it was sealed: changed or put in another order"
      : `${found} where ${sealed} were sealed`;
  return `${clinic}, record history, ${place}: ${what}.`;
}
