import type { Query, Rows } from "./statement.ts";

type Cached = { node: Promise<number | null>; until: number };

/** Clinics rarely move, and the node is only used for fairness. */
const cacheTtlMs = 60_000;
const maxEntries = 50_000;

const nodeText = `
  select groupid as node from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('patients', $1::bigint)`;

/** Finds the node of a Citus cluster that stores a clinic's rows. */
export class ClinicNodes {
  private readonly query: (query: Query) => Promise<Rows["rows"]>;
  private readonly cached = new Map<number, Cached>();

  constructor(query: ClinicNodes["query"]) {
    this.query = query;
  }

  /** Null where it cannot be found. */
  nodeOf(clinicId: number): Promise<number | null> {
    const now = performance.now();
    const cached = this.cached.get(clinicId);
    if (cached && cached.until > now) return cached.node;
    const node = this.find(clinicId).catch(() => null);
    this.cached.delete(clinicId);
    this.cached.set(clinicId, { node, until: now + cacheTtlMs });
    const [oldest] = this.cached.keys();
    if (oldest !== undefined && this.cached.size > maxEntries) this.cached.delete(oldest);
    return node;
  }

  private async find(clinicId: number): Promise<number | null> {
    const [row] = await this.query({ name: "klinika_node", text: nodeText, values: [clinicId] });
    return (row?.node as number | undefined) ?? null;
  }
}
