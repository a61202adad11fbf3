import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { consultationId } from "../resources/encounter.ts";

type Gone = { entity: string; id: number; parts: string[] | null };

/** The resources that a row was, as references. */
const referencesOf = ({ entity, id, parts }: Gone): string[] => {
  const ofParts = (prefix: string) => (parts ?? []).map((part) => `Observation/${prefix}-${id}-${part}`);
  switch (entity) {
    case "patients":
      return [`Patient/${id}`];
    case "files":
      return [`DocumentReference/${id}`];
    case "problems":
      return [`Condition/problem-${id}`];
    case "consultation_diagnoses":
      return [`Condition/diagnosis-${id}`];
    case "prescriptions":
      return (parts ?? []).map((item) => `MedicationRequest/${id}-${item}`);
    case "results":
      return [`DiagnosticReport/${id}`, ...ofParts("result").map((one) => one.replaceAll("_", "."))];
    default:
      return [`Encounter/${consultationId(id)}`, `Condition/${consultationId(id)}`, ...ofParts("vital")];
  }
};

/**
 * What is no longer served but was before `since`, as Bundles of deletions (Bulk Data Access, `deleted`): patients
 * deleted or taken out with an import, files removed, entries marked as confidential. A patient's own entries go with
 * the patient.
 */
export async function* deletedLines(
  clinic: ClinicScope,
  types: readonly FhirResourceType[],
  since: string,
): AsyncGenerator<string> {
  const own = sql`${clinic.id}::bigint`;
  const from = sql`${since}::timestamptz`;
  const marked = sql`(select h.entity_id from record_history h
    where h.clinic_id = ${own} and h.happened_at >= ${from} and h.event = 'record.confidential')`;
  const { rows } = await sql<Gone>`
    select h.entity, h.entity_id as id, null::text[] as parts from record_history h
    where h.clinic_id = ${own} and h.happened_at >= ${from} and h.event in ('patient.delete', 'import.takeBack')
      and h.entity in ('patients', 'consultations')
      and not exists (select from patients p where p.clinic_id = ${own} and p.id = h.entity_id)
      and not exists (select from consultations c where c.clinic_id = ${own} and c.id = h.entity_id)
    union all
    select 'files', f.id, null from files f
    where f.clinic_id = ${own} and f.patient_id is not null and (f.removed_at >= ${from}
          or (f.confidential_to_id is not null and exists (
            select from results r where r.clinic_id = ${own} and r.file_id = f.id and r.id in ${marked})))
    union all
    select 'problems', p.id, null from problems p
    where p.clinic_id = ${own} and p.confidential_to_id is not null and p.id in ${marked}
    union all
    select 'consultations', c.id, array(select jsonb_object_keys(coalesce(nullif(c.vital_signs, 'null'), '{}')))
    from consultations c where c.clinic_id = ${own} and c.confidential_to_id is not null and c.id in ${marked}
    union all
    select 'consultation_diagnoses', d.id, null from consultation_diagnoses d
    where d.clinic_id = ${own} and d.confidential_to_id is not null and d.consultation_id in ${marked}
    union all
    select 'prescriptions', x.id, array(select generate_series(0, jsonb_array_length(x.medications) - 1)::text)
    from prescriptions x where x.clinic_id = ${own} and x.confidential_to_id is not null and x.id in ${marked}
    union all
    select 'results', r.id, array(select v ->> 'analyte' from jsonb_array_elements(r.result_values) v)
    from results r where r.clinic_id = ${own} and r.confidential_to_id is not null and r.id in ${marked}`.execute(
    clinic.db,
  );
  const references = new Set(rows.flatMap(referencesOf));
  for (const url of references) {
    if (!types.some((type) => url.startsWith(`${type}/`))) continue;
    const bundle = {
      resourceType: "Bundle",
      type: "transaction",
      entry: [{ request: { method: "DELETE", url } }],
    };
    yield JSON.stringify(bundle);
  }
}
