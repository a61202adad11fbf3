import { citusInstalled } from "../cluster/cluster-nodes.ts";
import type { Query, Rows } from "./statement.ts";

type Known = { machine: Promise<number | null>; until: number };

/** Milliseconds: a clinic moves seldom, and where it lies is asked for fairness alone. */
const knownFor = 60_000;
const rememberedAtMost = 50_000;

const machineText = `
  select groupid as machine from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('patients', $1::bigint)`;

/** Which machine of a cluster keeps a clinic's rows. */
export class Machines {
  private readonly ask: (query: Query) => Promise<Rows["rows"]>;
  private readonly onCluster: () => void;
  private isAlone: boolean | null = null;
  private readonly known = new Map<number, Known>();

  /** `onCluster` is called once it is known that there are several machines. */
  constructor(ask: Machines["ask"], onCluster: () => void = () => undefined) {
    this.ask = ask;
    this.onCluster = onCluster;
  }

  /** Null on a database by itself, which is known at once from the second time on, and where it cannot be told. */
  of(clinicId: number): number | null | Promise<number | null> {
    if (this.isAlone) return null;
    const now = performance.now();
    const known = this.known.get(clinicId);
    if (known && known.until > now) return known.machine;
    const machine = this.find(clinicId).catch(() => null);
    this.known.delete(clinicId);
    this.known.set(clinicId, { machine, until: now + knownFor });
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > rememberedAtMost) this.known.delete(oldest);
    return machine;
  }

  private async find(clinicId: number): Promise<number | null> {
    if (this.isAlone === null) {
      this.isAlone = (await this.ask({ text: citusInstalled, values: [] })).length === 0;
      if (!this.isAlone) this.onCluster();
    }
    if (this.isAlone) return null;
    const [row] = await this.ask({ name: "klinika_machine", text: machineText, values: [clinicId] });
    return (row?.machine as number | undefined) ?? null;
  }
}
