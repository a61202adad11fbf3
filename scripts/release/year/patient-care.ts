import { randomBytes } from "node:crypto";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill, printBill, takePayment } from "#features/billing/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPaper, paperPdf } from "#features/papers/contract.ts";
import { editPatient, listPatients, onePatient } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addResult } from "#features/results/contract.ts";
import { addVisit, moveVisit, printSlip } from "#features/visits/contract.ts";
import { anAilment, someVitals } from "#scripts/demo/ailments.ts";
import { aPerson } from "#scripts/demo/people.ts";
import { addDays, manilaDayRange } from "#shared/formats/dates.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import type { Desk } from "./clinic-at-work.ts";

const HOUR = 3_600_000;
/** Bytes of a laboratory's file. */
const FILE_BYTES = 20_000;

/** One patient after the other, from the front desk to the receipt. */
export class PatientCare {
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /** A patient from an earlier piece. */
  async findKnown(): Promise<void> {
    const { patients, secretary, answers } = this.desk;
    const page = await answers.send(listPatients, secretary, { query: { limit: "100" } });
    patients.push(...(page?.json<{ id: number }[]>() ?? []).map(({ id }) => id));
  }

  async seeOne(): Promise<void> {
    const { random, answers, secretary } = this.desk;
    const visit = await this.arrive();
    if (!visit) return;
    const params = { id: visit.patientId };
    if (random.happens(0.2)) await answers.send(printSlip, secretary, { params: { id: visit.id } });
    const vitalSigns = someVitals(random, 40);
    // An adult's, whoever was drawn: of a child they would be asked about.
    const body = { vitalSigns, confirmUnlikely: true };
    await answers.send(recordVitals, secretary, { params, body });
    await answers.send(onePatient, secretary, { params });
    await this.consult(visit);
    if (random.happens(0.4)) await this.noteResult(params.id);
    if (random.happens(0.15)) await this.writePaper(params.id);
    if (random.happens(0.25)) await this.correct(params.id);
    await this.pay(visit);
    if (random.happens(0.15)) await this.bookAgain(params.id);
  }

  /** Null for a patient who waits already. */
  private async arrive(): Promise<{ id: number; patientId: number } | null> {
    const { random, answers, secretary, patients, today } = this.desk;
    if (patients.length > 0 && random.happens(0.6)) {
      const body = { patientId: random.one(patients), reason: "Follow-up" };
      return (await answers.send(addVisit, secretary, { body }, [409]))?.json() ?? null;
    }
    const { email: _, ...person } = aPerson(random, today);
    const visit = await answers.send(addWalkIn, secretary, { body: { ...person, reason: "Cough" } });
    const { id, patientId } = visit?.json<{ id: number; patientId: number }>() ?? { id: 0, patientId: 0 };
    patients.push(patientId);
    return { id, patientId };
  }

  private async consult(visit: { id: number; patientId: number }): Promise<void> {
    const { random, answers, owner } = this.desk;
    await answers.send(moveVisit, owner, { params: { id: visit.id }, body: { state: "with_doctor" } });
    const { complaint, diagnosis, treatment, medications } = anAilment(random, 40);
    await answers.send(addConsultation, owner, {
      body: {
        patientId: visit.patientId,
        chiefComplaint: complaint,
        diagnosis,
        treatment,
        ...(random.happens(0.3) && { followUpDate: addDays(this.desk.today, random.between(3, 40)) }),
      },
    });
    if (medications.length === 0) return;
    await answers.send(savePrescription, owner, {
      params: { id: visit.patientId },
      ...(random.happens(0.5) && { query: { format: "pdf" } }),
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications,
      },
    });
  }

  private async noteResult(id: number): Promise<void> {
    const { random, answers, secretary, today } = this.desk;
    const report = aPdf(randomBytes(FILE_BYTES / 2).toString("hex"));
    const uploaded = await answers.send(uploadFiles, secretary, asMultipart([["CBC.pdf", report]]));
    const [file] = uploaded?.json<{ files: string[] }>().files ?? [];
    await answers.send(addResult, secretary, {
      params: { id },
      body: {
        panel: "electrolytes",
        collectedAt: today,
        values: [{ analyte: "potassium", value: (random.between(30, 60) / 10).toFixed(1), unit: "mmol/L" }],
        file,
      },
    });
  }

  private async writePaper(id: number): Promise<void> {
    const { answers, owner, today } = this.desk;
    const paper = await answers.send(addPaper, owner, {
      params: { id },
      body: {
        template: "laboratory_request",
        fields: { date: today, tests: ["cbc", "potassium"], impression: "Hypertension" },
      },
    });
    const params = { id, paperId: paper?.json<{ id: number }>().id ?? 0 };
    await answers.send(paperPdf, owner, { params });
  }

  /** What another user saved meanwhile is 412. */
  private async correct(id: number): Promise<void> {
    const { random, answers, secretary } = this.desk;
    const read = await answers.send(onePatient, secretary, { params: { id } });
    const body = { remarks: `Prefers mornings, ${random.between(1, 1000)}` };
    const headers = { "if-match": String(read?.headers.etag) };
    await answers.send(editPatient, secretary, { params: { id }, body, headers }, [412]);
  }

  private async pay(visit: { id: number; patientId: number }): Promise<void> {
    const { random, answers, secretary, owner } = this.desk;
    const params = { id: visit.id };
    await answers.send(moveVisit, owner, { params, body: { state: "for_payment" } });
    const lines = [{ description: "Consultation", quantity: 1, amount: "800" }];
    const made = await answers.send(addBill, secretary, {
      body: { patientId: visit.patientId, visitId: visit.id, lines },
    });
    const bill = { id: made?.json<{ id: number }>().id ?? 0 };
    await answers.send(takePayment, secretary, {
      params: bill,
      body: { method: random.one(["cash", "gcash"]), amount: "800" },
    });
    if (random.happens(0.3)) await answers.send(printBill, secretary, { params: bill });
    await answers.send(moveVisit, secretary, { params, body: { state: "done" } });
  }

  /** A time that is taken is 409. */
  private async bookAgain(patientId: number): Promise<void> {
    const { random, answers, secretary, today } = this.desk;
    const { start } = manilaDayRange(addDays(today, random.between(1, 30)));
    const startsAt = new Date(start.getTime() + random.between(16, 34) * (HOUR / 2)).toISOString();
    await answers.send(bookAppointment, secretary, { body: { patientId, startsAt } }, [409]);
  }
}
