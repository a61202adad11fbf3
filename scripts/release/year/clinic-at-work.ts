import { setTimeout as wait } from "node:timers/promises";
import { login } from "#features/accounts/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { listVisits } from "#features/visits/contract.ts";
import type { Random } from "#scripts/demo/random.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { aPassword } from "#test/data/factories.ts";
import type { Answers } from "./answers.ts";
import { endOfDay, type MovingDays, millisecondsAhead } from "./moving-days.ts";
import { OfficeWork } from "./office-work.ts";
import { PatientCare } from "./patient-care.ts";

/** State that a piece leaves for the next. */
export type WorkingClinic = { id: number; ownerEmail: string; secretaryEmail: string };

/** Clinics open within this time. */
const OPENING_MS = 8000;
/** Nothing is started so shortly before the end of the day, when sessions end. */
const CLOSING_MS = 10_000;
/** Longest pause between two patients. */
const PAUSE_MS = 10_000;
/** Interval at which an open screen polls. */
const LOOK_MS = 1000;

/** The people of a clinic today, and their tools. */
export type Desk = {
  clinicId: number;
  owner: string;
  secretary: string;
  today: string;
  now: Date;
  answers: Answers;
  random: Random;
  /** Patients who may come again. */
  patients: number[];
};

/** A doctor and a secretary: patients, other office work, and screens that poll. */
export class ClinicAtWork {
  seen = 0;
  private readonly clinic: WorkingClinic;
  private readonly neighbours: readonly number[];
  private readonly days: MovingDays;
  private readonly answers: Answers;
  private readonly random: Random;
  private patients: number[] = [];

  constructor(
    clinic: WorkingClinic,
    parts: { neighbours: readonly number[]; days: MovingDays; answers: Answers; random: Random },
  ) {
    this.clinic = clinic;
    this.neighbours = parts.neighbours;
    this.days = parts.days;
    this.answers = parts.answers;
    this.random = parts.random;
  }

  /** Day after day. */
  async workUntil(end: number): Promise<void> {
    while (Date.now() < end) {
      const over = Math.min(end, endOfDay(this.days, Date.now()));
      await wait(this.random.between(0, OPENING_MS));
      await this.answers.trying(() => this.workADay(over), over);
      await wait(Math.max(0, over - Date.now()));
    }
  }

  private async workADay(over: number): Promise<void> {
    const desk = await this.openDesk();
    const care = new PatientCare(desk);
    const office = new OfficeWork(desk, this.neighbours);
    if (this.patients.length === 0) await care.findKnown();
    await Promise.all([
      this.answers.trying(() => office.work(over - CLOSING_MS, over), over),
      this.lookAtScreens(desk, over),
      this.seePatients(care, over),
    ]);
    if (desk.random.happens(0.8)) await this.answers.trying(() => office.countDay(), over);
  }

  private async seePatients(care: PatientCare, over: number): Promise<void> {
    for (;;) {
      await wait(this.random.between(0, PAUSE_MS));
      if (Date.now() > over - CLOSING_MS) return;
      await this.answers.trying(async () => {
        await care.seeOne();
        this.seen += 1;
      }, over);
    }
  }

  /** Unchanged data is 304, as in a browser. */
  private async lookAtScreens({ secretary }: Desk, over: number): Promise<void> {
    const screens = [notifications, listVisits, listPatients, dashboardFigures];
    const tags = new Map<string, string>();
    for (let poll = 0; Date.now() < over - CLOSING_MS; poll += 1) {
      const screen = screens[poll % screens.length] ?? notifications;
      const tag = tags.get(screen.path);
      await this.answers.trying(async () => {
        const answer = await this.answers.send(screen, secretary, {
          ...(screen === listPatients && { query: { limit: "25" } }),
          headers: { "x-klinika-poll": "1", ...(tag && { "if-none-match": tag }) },
        });
        tags.set(screen.path, String(answer?.headers.etag ?? ""));
      }, over);
      await wait(LOOK_MS);
    }
  }

  private async openDesk(): Promise<Desk> {
    const now = new Date(Date.now() + millisecondsAhead(this.days, Date.now()));
    return {
      clinicId: this.clinic.id,
      owner: await this.signIn(this.clinic.ownerEmail),
      secretary: await this.signIn(this.clinic.secretaryEmail),
      today: manilaDay(now),
      now,
      answers: this.answers,
      random: this.random,
      patients: this.patients,
    };
  }

  private async signIn(email: string): Promise<string> {
    const answer = await this.answers.send(login, null, { body: { email, password: aPassword } });
    return answer?.json<{ token: string }>().token ?? "";
  }
}
