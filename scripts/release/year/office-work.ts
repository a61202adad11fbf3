import { setTimeout as wait } from "node:timers/promises";
import { closeDayCount, dayCount, exportBills } from "#features/billing/contract.ts";
import { addExport, type Export, linkExport, listExports, oneExport } from "#features/exports/contract.ts";
import {
  addImport,
  decideImport,
  type ImportDetails,
  mapImport,
  oneImport,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { claimReferral, sendReferral, sharedWithMe } from "#features/referrals/contract.ts";
import { aPerson } from "#scripts/demo/people.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { addDays } from "#shared/formats/dates.ts";
import { asMultipart } from "#test/data/example-files.ts";
import type { Call } from "#test/request-for.ts";
import { madeList } from "../made-list.ts";
import type { Desk } from "./clinic-at-work.ts";

const isBeingMade = ({ state }: Export) => state === "waiting" || state === "running";

/** Rows of a list. */
const ROWS = 60;

/** What a clinic does beside its patients, each on some days. */
export class OfficeWork {
  private readonly desk: Desk;
  private readonly neighbours: readonly number[];

  constructor(desk: Desk, neighbours: readonly number[]) {
    this.desk = desk;
    this.neighbours = neighbours;
  }

  async work(closing: number, over: number): Promise<void> {
    const { random, answers } = this.desk;
    const acts: [chance: number, act: () => Promise<void>][] = [
      [0.4, () => this.answerReferrals()],
      [0.2, () => this.refer()],
      [0.15, () => this.merge()],
      [0.05, () => this.importList()],
      [0.03, () => this.exportClinic()],
      [0.1, () => this.listBills()],
    ];
    for (const [chance, act] of acts)
      if (random.happens(chance) && Date.now() < closing) await answers.trying(act, over);
  }

  /** Counts the money of the day; nothing to count is 409. */
  async countDay(): Promise<void> {
    const { answers, owner } = this.desk;
    const { expectedCash } = await this.call<{ expectedCash: string }>(dayCount);
    await answers.send(closeDayCount, owner, { body: { counted: expectedCash } }, [409]);
  }

  private async refer(): Promise<void> {
    const { random, patients } = this.desk;
    if (patients.length === 0) return;
    await this.call(sendReferral, {
      params: { id: random.one(patients) },
      body: { toClinicId: random.one(this.neighbours), referralReason: "Echocardiography" },
    });
  }

  private async answerReferrals(): Promise<void> {
    const waiting = await this.call<{ id: number }[]>(sharedWithMe);
    for (const { id } of waiting.slice(0, 3)) await this.call(claimReferral, { params: { id } });
  }

  /** Merges a patient who was registered twice. Half of the merges were a mistake and are undone. */
  private async merge(): Promise<void> {
    const { random, today } = this.desk;
    const { allergies: _, ...person } = aPerson(random, today);
    const register = async () => {
      const admissionNo = `T-${random.between(1, 1e9)}`;
      const body = { ...person, admissionNo, hospital: "Makati Medical Center" };
      return (await this.call<{ id: number }>(addPatient, { body })).id;
    };
    const [id, otherId] = [await register(), await register()];
    const merge = await this.call<{ id: number }>(mergePatients, { params: { id }, body: { otherId } });
    if (random.happens(0.5)) await this.call(undoMerge, { params: { id: merge.id } });
  }

  private async importList(): Promise<void> {
    const { random, today } = this.desk;
    const { bytes } = madeList(ROWS, random.between(1, 1e9), today);
    const read = await this.call<ImportDetails>(addImport, asMultipart([["list.csv", bytes]], "file"));
    const params = { id: read.id };
    await this.call(mapImport, { params, body: read.mapping });
    await this.ended(read.id, "checked");
    await this.call(decideImport, { params, body: { choice: "keep" } });
    await this.call(runImport, { params });
    await this.ended(read.id, "done");
    if (!random.happens(0.3)) return;
    await this.call(takeBackImport, { params });
    await this.ended(read.id, "taken-back");
  }

  private async ended(id: number, state: string): Promise<void> {
    while ((await this.call<ImportDetails>(oneImport, { params: { id } })).state !== state) await wait(500);
  }

  /** Downloads an export through its link: one that is being made, as its screen shows, or a new one. */
  private async exportClinic(): Promise<void> {
    const { answers } = this.desk;
    const known = await this.call<Export[]>(listExports);
    let made =
      known.find(isBeingMade) ?? (await this.call<Export>(addExport, { body: { hasPapers: false } }));
    const params = { id: made.id };
    while (isBeingMade(made)) {
      await wait(500);
      made = await this.call<Export>(oneExport, { params });
    }
    const { address } = await this.call<{ address: string }>(linkExport, { params });
    await answers.fetch(address);
  }

  private async listBills(): Promise<void> {
    const { today } = this.desk;
    await this.call(exportBills, { query: { from: addDays(today, -30), to: today } });
  }

  private async call<Body>(endpoint: Endpoint, call: Call = {}): Promise<Body> {
    const { answers, owner } = this.desk;
    const answer = await answers.send(endpoint, owner, call);
    return (endpoint.response === "file" ? null : answer?.json()) as Body;
  }
}
