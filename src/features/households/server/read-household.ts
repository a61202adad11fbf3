import { sql } from "kysely";
import {
  type Contact,
  type Guardian,
  type Household,
  type Member,
  mostMembers,
  mostProposals,
} from "#features/households/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";
import { notFound } from "#shared/errors.ts";
import type { FamilyContact } from "./contact-part.ts";

/** The patient's own row, with the guardian's record if one is linked. */
const findFamily = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("patients as p")
    .leftJoin("patientFamilies as f", (join) =>
      join.onRef("f.clinicId", "=", "p.clinicId").onRef("f.patientId", "=", "p.id"),
    )
    .leftJoin("patients as g", (join) =>
      join.onRef("g.clinicId", "=", "f.clinicId").onRef("g.id", "=", "f.guardianPatientId"),
    )
    .select([
      "p.householdKey",
      "f.householdId",
      "f.householdRelation",
      "f.kinName",
      "f.kinRelation",
      "f.kinPhone",
      "f.guardianPatientId",
      "f.guardianName",
      "f.guardianRelation",
      "f.guardianPhone",
      "g.patientName as linkedName",
      "g.contactNumber as linkedPhone",
    ])
    .where("p.clinicId", "=", clinic.id)
    .where("p.id", "=", patientId)
    .executeTakeFirst();
type FamilyRow = NonNullable<Awaited<ReturnType<typeof findFamily>>>;

const kinOf = ({ kinName, kinRelation, kinPhone }: FamilyRow): Contact | null =>
  kinName === null ? null : { name: kinName, relation: kinRelation, phone: kinPhone };

/** Of a guardian with a record, what that says now. */
export const guardianOf = (
  row: Pick<
    FamilyRow,
    "guardianName" | "guardianRelation" | "guardianPhone" | "guardianPatientId" | "linkedName" | "linkedPhone"
  >,
): Guardian | null =>
  row.guardianName === null
    ? null
    : {
        name: row.linkedName ?? row.guardianName,
        relation: row.guardianRelation,
        phone: row.guardianPatientId === null ? row.guardianPhone : row.linkedPhone,
        patientId: row.guardianPatientId,
      };

const shown = ["p.id", "p.patientName", "p.admissionNo", "p.birthday", ageTold("p"), "p.isArchived"] as const;
const sex = sql<Member["sex"]>`p.sex`.as("sex");

const listMembers = (clinic: ClinicScope, patientId: number, householdId: number) =>
  clinic.db
    .selectFrom("patientFamilies as f")
    .innerJoin("patients as p", (join) =>
      join.onRef("p.clinicId", "=", "f.clinicId").onRef("p.id", "=", "f.patientId"),
    )
    .select([...shown, sex, "f.householdRelation as relation"])
    .where("f.clinicId", "=", clinic.id)
    .where("f.householdId", "=", householdId)
    .where("f.patientId", "<>", patientId)
    .orderBy("f.patientId")
    .limit(sql.lit(mostMembers))
    .execute();

/** Same address and phone; only patients without a household, unless this patient has none either. */
const listProposals = (clinic: ClinicScope, patientId: number, householdKey: string, isMember: boolean) =>
  clinic.db
    .selectFrom("patients as p")
    .select([...shown, sex])
    .where("p.clinicId", "=", clinic.id)
    .where("p.householdKey", "=", householdKey)
    .where("p.isArchived", "=", sql.lit(false))
    .where("p.id", "<>", patientId)
    .$if(isMember, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("patientFamilies as f")
              .select("f.id")
              .where("f.clinicId", "=", clinic.id)
              .whereRef("f.patientId", "=", "p.id")
              .where("f.householdId", "is not", null),
          ),
        ),
      ),
    )
    .orderBy("p.id")
    .limit(sql.lit(mostProposals))
    .execute();

const withAge =
  (today: string) =>
  <Row extends AgeSource>({ ageTold: told, ...row }: Row) => ({
    ...row,
    age: yearsAt({ birthday: row.birthday, ageTold: told }, today),
  });

/** `today` is the Manila day for the ages. */
export async function readHousehold(
  clinic: ClinicScope,
  patientId: number,
  today: string,
): Promise<Household> {
  const row = await findFamily(clinic, patientId);
  if (!row) throw notFound("Patient");
  const members = row.householdId === null ? [] : await listMembers(clinic, patientId, row.householdId);
  return {
    patientId,
    relation: row.householdRelation,
    members: members.map(withAge(today)),
    guardian: guardianOf(row),
    nextOfKin: kinOf(row),
    proposals:
      row.householdKey === null
        ? []
        : (await listProposals(clinic, patientId, row.householdKey, members.length > 0)).map(withAge(today)),
  };
}

/** For the patient's copy, which names nobody else of the household. */
export async function listContacts(clinic: ClinicScope, patientId: number): Promise<FamilyContact[]> {
  const row = await findFamily(clinic, patientId);
  if (!row) return [];
  const [kin, guardian] = [kinOf(row), guardianOf(row)];
  return [
    ...(kin ? [{ as: "next_of_kin", ...kin } as const] : []),
    ...(guardian
      ? [
          {
            as: "guardian",
            name: guardian.name,
            relation: guardian.relation,
            phone: guardian.phone,
          } as const,
        ]
      : []),
  ];
}
