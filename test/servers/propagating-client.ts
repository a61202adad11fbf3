import type { Client } from "pg";

/** A call of set_config as a value. A cluster does not propagate it, and rejects it in some statements. */
const calledSetting = /\b(select|and) set_config\('(app\.event|session_replication_role)', ('[\w.]+'), \w+\)/;

/** A cluster propagates neither session settings nor set_config: this client sends SET LOCAL in a transaction instead. */
export function propagatingClient(client: Client): Pick<Client, "query"> {
  let last: Promise<unknown> = client.query("set citus.propagate_set_commands = 'local'");
  // The first query that follows rejects.
  last.catch(() => undefined);
  const inTransaction = async (settings: Record<string, string | null>, text: string, values: unknown[]) => {
    await client.query("begin");
    try {
      for (const [name, value] of Object.entries(settings))
        if (value) await client.query(`set local ${name} = '${value}'`);
      return await client.query(text.replace(calledSetting, "$1 $3::text"), values);
    } finally {
      await client.query("commit");
    }
  };
  let isReplica = false;
  const query = (text: string, values: unknown[]) => {
    const [, event = null] = /set_config\('app\.event', '([\w.]+)'/.exec(text) ?? [];
    const isReplicaOnce = /set_config\('session_replication_role', 'replica'/.test(text);
    const [setting] = /(?:= (?:replica|origin)|reset session_replication_role)$/.exec(text) ?? [];
    if (setting) isReplica = setting === "= replica";
    const settings = {
      "app.event": event,
      session_replication_role: isReplicaOnce || (isReplica && !setting) ? "replica" : null,
    };
    const isSet = Object.values(settings).some(Boolean);
    const answer = last.then(() =>
      isSet ? inTransaction(settings, text, values) : client.query(text, values),
    );
    last = answer.catch(() => undefined);
    return answer;
  };
  return { query: query as Client["query"] };
}
