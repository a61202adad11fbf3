import { Client } from "pg";
import { buildApp } from "#app/server/app.ts";
import { signUp } from "#features/accounts/contract.ts";
import { addConsultation, completeConsultation } from "#features/consultations/contract.ts";
import { addPatient, archivePatient, editPatient } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import type { Settings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { daysOfAge } from "#shared/clinical/growth/indicators.ts";
import { hospitalChoices } from "#shared/clinical/hospitals.ts";
import { SENIOR_FROM } from "#shared/clinical/visit-states.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { type Ailment, anAilment, laterVitals, someVitals } from "./demo/ailments.ts";
import { setPrices, takeMorningPayments } from "./demo/billing.ts";
import { fillCalendar } from "./demo/calendar.ts";
import { Calls, manilaTime } from "./demo/calls.ts";
import { keepFeaturedChild } from "./demo/featured-child.ts";
import { keepFeaturedMothers } from "./demo/featured-mothers.ts";
import { keepFeaturedPatient } from "./demo/featured-patient.ts";
import { openNeighbour } from "./demo/neighbour-clinic.ts";
import { aPerson, type Person } from "./demo/people.ts";
import { Random } from "./demo/random.ts";
import { keepRegisteredTwice } from "./demo/registered-twice.ts";
import { askThePlatform } from "./demo/requests.ts";
import { hireSecretary, setTasks } from "./demo/team.ts";
import { isUnfinished, markedUntilDone } from "./demo/unfinished.ts";

export const owner = { email: "owner@demo.klinika.ph", password: "demo-owner-2026" };
export const secretary = { email: "secretary@demo.klinika.ph", password: "demo-secretary-2026" };
const patientCount = 600;
const pastDays = 170;
const newToday = 8;
const waitingToday = 6;
const appointmentsToday = 3;

const minute = 60_000;

const lines = [
  `Clinic owner: ${owner.email} / ${owner.password}`,
  `Secretary:    ${secretary.email} / ${secretary.password}`,
];

/**
 * A clinic of 600 patients that has worked for half a year, created through the product's own calls with the clock set
 * back, so that no state in it is one the product could not reach. Does nothing if it exists completely.
 */
export async function seedDemo(databaseUrl: string, settings: Settings): Promise<{ lines: string[] }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set role klinika_owner");
    const { rowCount } = await client.query("select 1 from users where email = $1", [owner.email]);
    if (!rowCount)
      await markedUntilDone(settings.dataDir, () => new ClinicLife(client, databaseUrl, settings).live());
    else if (isUnfinished(settings.dataDir))
      throw new StartProblem(
        "The demo's data in this database were not made to the end. Empty the database, then start again.",
      );
  } finally {
    await client.end();
  }
  return { lines };
}

type Visit = { person: Person; ailment: Ailment; years: number; vitals: VitalSigns };

class ClinicLife {
  private readonly client: Client;
  private readonly databaseUrl: string;
  private readonly settings: Settings;
  private readonly calls = new Calls();
  private readonly random = new Random(20_261_120);
  private readonly today = manilaDay(new Date());
  private ownerId = 0;
  private clinicId = 0;
  private readonly seen: { id: number; visit: Visit }[] = [];
  private readonly archived = new Set<number>();

  constructor(client: Client, databaseUrl: string, settings: Settings) {
    this.client = client;
    this.databaseUrl = databaseUrl;
    this.settings = settings;
  }

  async live(): Promise<void> {
    const app = await buildApp({
      settings: { ...this.settings, changesPerMinute: 1_000_000 },
      databaseUrl: this.databaseUrl,
      now: () => this.calls.now,
      withoutBackgroundWork: true,
    });
    this.calls.use(app);
    try {
      await this.open();
      await this.calls.signIn(this.ownerId);
      const secretaryId = await hireSecretary(this.calls, this.ownerId, secretary);
      await setPrices(this.calls);
      await keepFeaturedPatient(this.calls, this.today);
      const perDay = (patientCount - newToday) / pastDays;
      for (let day = pastDays; day >= 0; day -= 1) {
        const date = addDays(this.today, -day);
        await this.calls.setClock(date, 7, 30);
        await this.discharge(date);
        if (day === 1) await keepFeaturedChild(this.calls, this.today);
        if (day === 1) await keepFeaturedMothers(this.calls, this.today);
        if (day === 1) await keepRegisteredTwice(this.calls, this.today);
        if (day === 0) await this.present();
        else await this.workDay(date, Math.round((pastDays - day + 1) * perDay) - this.seen.length);
      }
      await setTasks(this.calls, this.today, secretaryId);
      await openNeighbour(this.calls, this.client, { clinicId: this.clinicId, today: this.today });
      await askThePlatform(this.calls, this.today);
    } finally {
      await app.close();
    }
  }

  private async open(): Promise<void> {
    this.calls.now = manilaDayRange(addDays(this.today, -pastDays - 20)).start;
    await this.calls.send(signUp, {
      body: {
        clinicName: "Peñaflor Heart Clinic",
        doctorName: "Dr. Rafael Peñaflor, MD, FPCP, FPCC",
        email: owner.email,
        phone: "+63 32 255 0142",
        licenseNumber: "0098412",
        password: owner.password,
        confirmPassword: owner.password,
      },
    });
    const { rows } = await this.client.query("select id, clinic_id from users where email = $1", [
      owner.email,
    ]);
    this.ownerId = Number(rows[0].id);
    const clinicId = Number(rows[0].clinic_id);
    this.clinicId = clinicId;
    await this.client.query(
      `update clinics set subscription_status = 'active', address = 'Unit 305, Osmeña Medical Arts Bldg., Osmeña Blvd., Cebu City 6000',
                          phone = '+63322550142' where id = $1`,
      [clinicId],
    );
    await this.client.query(
      `update practitioners set specialization = 'Internal Medicine, Cardiology', ptr_number = '2614407', ptr_year = 2026 where user_id = $1`,
      [this.ownerId],
    );
  }

  private async workDay(date: string, newPatients: number): Promise<void> {
    for (let index = 0; index < newPatients; index += 1) {
      this.calls.now = new Date(manilaTime(date, 7, 45).getTime() + (index / newPatients) * 500 * minute);
      await this.firstVisit(date, false);
    }
    const returning = this.random.between(1, 4);
    for (let index = 0; index < returning && this.seen.length > 30; index += 1) {
      this.calls.now = new Date(manilaTime(date, 8, 5).getTime() + index * 23 * minute);
      const { id, visit } = this.random.one(this.seen);
      visit.vitals = laterVitals(this.random, visit.vitals);
      await this.consult(id, visit);
      await this.calls.send(completeConsultation, { params: { id } });
    }
  }

  /** The last three hours, unless that was yesterday, and later appointments. */
  private async present(): Promise<void> {
    const end = Date.now() - 4 * minute;
    const start = Math.max(manilaTime(this.today, 0, 2).getTime(), end - 170 * minute);
    for (let index = 0; index < newToday; index += 1) {
      this.calls.now = new Date(start + (index / (newToday - 1)) * Math.max(0, end - start));
      await this.firstVisit(this.today, newToday - index <= waitingToday);
    }
    await this.workQueue();
    const served = this.seen.slice(0, -waitingToday);
    const senior = served.findLast(
      ({ visit }) => (yearsAt(visit.person, this.today) ?? 0) >= SENIOR_FROM,
    )?.id;
    const others = served.filter(({ id }) => id !== senior).slice(-3);
    await takeMorningPayments(this.calls, { senior, others: others.map(({ id }) => id) });
    const listed = this.seen.filter(({ id }) => !this.archived.has(id));
    await fillCalendar(this.calls, this.random, {
      today: this.today,
      patients: [...new Set(listed.slice(-280, -newToday - 2).map(({ id }) => id))],
    });
    for (let index = 0; index < appointmentsToday; index += 1) {
      const { id } = this.random.one(listed.slice(0, 100));
      const agreed = Math.min(
        Date.now() + (index + 1) * 55 * minute,
        manilaTime(this.today, 23, 30).getTime(),
      );
      const appointmentTime = new Date(Math.ceil(agreed / (15 * minute)) * 15 * minute).toISOString();
      await this.calls.send(editPatient, { params: { id }, body: { appointmentTime } });
    }
  }

  /** One is paying, one is with the doctor, one was measured, the others have just arrived. */
  private async workQueue(): Promise<void> {
    const reached = [
      ["vitals_taken", "with_doctor", "for_payment"],
      ["vitals_taken", "with_doctor"],
      ["vitals_taken"],
    ];
    for (const [index, states] of reached.entries())
      for (const state of states) {
        this.calls.now = new Date(this.calls.now.getTime() + minute / 4);
        await this.calls.send(moveVisit, { params: { id: this.queue[index] ?? 0 }, body: { state } });
      }
  }

  private async firstVisit(date: string, isWaiting: boolean): Promise<void> {
    const person = aPerson(this.random, date);
    const years = person.age ?? Number(date.slice(0, 4)) - Number(person.birthday?.slice(0, 4) ?? 2000);
    const exactly = person.birthday ? daysOfAge(person.birthday, date) / 365.25 : years;
    const ailment = anAilment(this.random, years);
    const visit: Visit = { person, ailment, years, vitals: someVitals(this.random, exactly) };
    const id = await this.register(date, visit);
    if (date === this.today) {
      const queued = await this.calls.send(addVisit, { body: { patientId: id, reason: ailment.complaint } });
      if (isWaiting) this.queue.push(Number(queued.id));
    }
    await this.consult(id, visit);
    if (ailment.medications.length > 0 && this.random.happens(0.75)) await this.prescribe(id, visit);
    if (!isWaiting) await this.calls.send(completeConsultation, { params: { id } });
    this.seen.push({ id, visit });
    await this.laterOn(date, id);
  }

  private async register(date: string, { person, ailment }: Visit): Promise<number> {
    const isAdmitted = Boolean(ailment.procedure) || this.random.happens(0.16);
    const payment = this.random.next();
    const draft = {
      ...person,
      admissionNo: `${date.replaceAll("-", "")}-${String(await this.numberOf(date)).padStart(3, "0")}`,
      hospital: this.random.one(
        hospitalChoices(this.random.happens(0.75) ? "single" : "wizard").slice(0, 10),
      ),
      chiefComplaint: ailment.complaint,
      preopDiagnosis: ailment.diagnosis,
      surgicalProcedure: ailment.procedure ?? null,
      admissionStatus: isAdmitted ? ("Admitted" as const) : ("Outpatient" as const),
      roomNumber: isAdmitted
        ? `${this.random.between(2, 6)}${String(this.random.between(1, 24)).padStart(2, "0")}`
        : null,
      dateOfAdmission: isAdmitted ? date : null,
      physicianInCharge: isAdmitted
        ? this.random.one(["Dr. Rafael Peñaflor", "Dr. Jose Lim", "Dra. Corazon Velez"])
        : null,
      paymentStatus:
        payment < 0.68
          ? ("Paid-Received" as const)
          : payment < 0.93
            ? ("Pending" as const)
            : ("Overdue" as const),
      amount: isAdmitted
        ? `${this.random.between(180, 1900) * 100}.00`
        : `${this.random.between(6, 25) * 100}.00`,
      phicPayment: isAdmitted || this.random.happens(0.3) ? ("Yes" as const) : ("No" as const),
      referringPhysician: this.random.happens(0.3)
        ? `Dr. ${this.random.one(["Ma. Socorro Ybañez-Tan", "Jose Lim", "Corazon Velez", "Antonio Gullas"])}`
        : null,
    };
    return (await this.calls.send(addPatient, { body: draft })).id as number;
  }

  private readonly leaving: { id: number; leaves: string }[] = [];
  /** Visits of today that are open. */
  private readonly queue: number[] = [];
  private readonly numbers = new Map<string, number>();
  private async numberOf(date: string): Promise<number> {
    const number = (this.numbers.get(date) ?? 0) + 1;
    this.numbers.set(date, number);
    return number;
  }

  private async consult(patientId: number, { ailment, vitals }: Visit): Promise<void> {
    await this.calls.send(addConsultation, {
      body: {
        patientId,
        chiefComplaint: ailment.complaint,
        vitalSigns: JSON.stringify(vitals),
        physicalExamination: ailment.physicalExamination,
        diagnosis: ailment.diagnosis,
        ...(ailment.coded && { diagnoses: ailment.coded }),
        treatment: ailment.treatment,
        medications: ailment.medications.map(({ name, strength }) => `${name} ${strength}`).join(", "),
        followUpDate: this.random.happens(0.4)
          ? addDays(manilaDay(this.calls.now), this.random.one([7, 14, 30]))
          : null,
        consultationType: "General",
      },
    });
  }

  private async prescribe(id: number, { person, ailment }: Visit): Promise<void> {
    await this.calls.send(savePrescription, {
      params: { id },
      body: {
        physicianName: "Rafael M. Peñaflor, MD, FPCP, FPCC",
        physicianLicense: "0098412",
        physicianSpecialization: "Internal Medicine, Cardiology",
        physicianPTR: "2614407",
        patientAddress: person.address,
        medications: ailment.medications,
        diagnosis: ailment.diagnosis,
        additionalInstructions: this.random.happens(0.3)
          ? "Low-salt diet. Return at once if it gets worse."
          : null,
      },
    });
  }

  /** In the morning, for those who leave hospital that day. */
  private async discharge(date: string): Promise<void> {
    for (const { id } of this.leaving.filter(({ leaves }) => leaves === date))
      await this.calls.send(editPatient, {
        params: { id },
        body: { admissionStatus: "Discharged", patientStatus: "Follow-up" },
      });
  }

  /** Most stays end after some days, a few old records go to the archive. */
  private async laterOn(date: string, id: number): Promise<void> {
    const leaves = addDays(date, this.random.between(2, 6));
    const { rows } = await this.client.query(
      "select 1 from patients where id = $1 and admission_status = 'Admitted'",
      [id],
    );
    if (rows.length > 0 && leaves <= this.today && this.random.happens(0.9))
      this.leaving.push({ id, leaves });
    if (date < addDays(this.today, -90) && this.random.happens(0.06)) {
      await this.calls.send(archivePatient, { params: { id } });
      this.archived.add(id);
    }
  }
}
