import type { Condition } from "@medplum/fhirtypes";
import { diagnosisAsCondition, problemAsCondition } from "../resources/condition.ts";
import { codings, date, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const problems = source({
  prefix: "problem-",
  select: (clinic) =>
    clinic.db
      .selectFrom("problems")
      .select([
        "problems.id",
        "problems.patientId",
        "problems.words",
        "problems.code",
        "problems.since",
        "problems.state",
        "problems.recordedById",
        "problems.recordedAt",
        "problems.updatedAt",
        "problems.version",
      ])
      .where("problems.clinicId", "=", clinic.id)
      .where("problems.confidentialToId", "is", null),
  id: "problems.id",
  patient: "problems.patientId",
  asResources: (row) => [problemAsCondition(row)],
});

const diagnoses = source({
  prefix: "diagnosis-",
  select: (clinic) =>
    clinic.db
      .selectFrom("consultationDiagnoses as d")
      .select(["d.id", "d.patientId", "d.consultationId", "d.words", "d.code", "d.day"])
      .where("d.clinicId", "=", clinic.id)
      .where("d.confidentialToId", "is", null),
  id: "d.id",
  patient: "d.patientId",
  asResources: (row) => [diagnosisAsCondition(row)],
});

export const conditions: SearchedType = {
  type: "Condition",
  sources: [problems, diagnoses],
  isOfPatients: true,
  parameters: [
    token<Condition>(
      "category",
      ({ category }) => codings(...(category ?? [])),
      "problem-list-item or encounter-diagnosis.",
    ),
    token<Condition>(
      "clinical-status",
      ({ clinicalStatus }) => codings(clinicalStatus),
      "active or resolved, of problems. The diagnosis of a consultation has none.",
    ),
    token<Condition>("code", ({ code }) => codings(code), "ICD-10."),
    date<Condition>("recorded-date", ({ recordedDate }) => recordedDate, "When it was recorded."),
  ],
};
