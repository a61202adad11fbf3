import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deletePatient } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { marker, marking, writeConfidential } from "./data/confidential-entries.ts";
import { aPatient, aStaffMember, type TestClinic, type TestUser } from "./data/factories.ts";
import { fullClinic } from "./data/full-clinic.ts";
import { skipOnCluster } from "./servers/skip-on-cluster.ts";

/** What a statement of the server's own role cannot do, whoever gets it to run one. */
let app: TestApp;
let clinic: TestClinic;
let staff: TestUser;

beforeAll(async () => {
  app = await startOwnApp();
  clinic = await fullClinic(app);
  staff = await aStaffMember(app, clinic, ["view_patients"]);
  await run(
    `update payments set voided_at = now(), voided_by_id = ${clinic.owner.id}, void_day = current_date, void_reason = 'Wrong amount'
     where id = (select min(id) from payments)`,
    "payment.void",
  );
});
afterAll(() => app.close());

const as = (user: TestUser, event = "patient.update"): ClinicScope =>
  app.app.kit.databases.openClinic({ clinicId: clinic.id, userId: user.id, ownerUserId: null, event });
const run = (statement: string, event?: string) => sql.raw(statement).execute(as(clinic.owner, event).db);

type Trigger = { table: string; function: string; when: string };

/** Triggers by which every update of a row, or every one that is allowed, is in the record history. */
const triggers = () =>
  app.sql<Trigger>(
    `select t.tgrelid::regclass::text as table, p.proname as function, pg_get_triggerdef(t.oid) as when
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
const tablesWith = (privilege: string, more = "") =>
  app
    .sql<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('klinika_app', c.oid, $1) ${more}
       order by 1`,
      [privilege],
    )
    .then((rows) => rows.map(({ name }) => name));

describe("deletion by time", () => {
  test("goes by the database's clock in every function", async () => {
    const functions = await app.sql<{ name: string; body: string; times: string[] }>(
      `select p.proname as name, p.prosrc as body,
              array(select p.proargnames[n]::text from generate_subscripts(p.proargtypes, 1) with ordinality as at (i, n)
                    where p.proargtypes[i] = 'timestamptz'::regtype) as times
       from pg_proc p where p.pronamespace = 'public'::regnamespace and 'timestamptz'::regtype = any (p.proargtypes)
         and p.prosrc ~* 'delete\\s+from|given_up_at ='`,
    );
    const unbounded = functions.filter(({ body, times }) =>
      times.some((time) => {
        const bounded = `least(${time}, now() + interval '1 day')`;
        if (body.includes(`${time} := ${bounded};`)) return false;
        // What is due next is not deleted.
        const rest = body.replaceAll(bounded, "").replaceAll(`next_at <= ${time}`, "");
        return new RegExp(`<=?\\s*(manila_day\\()?${time}\\b`).test(rest);
      }),
    );
    expect(unbounded.map(({ name }) => name)).toEqual([]);
    expect(functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["sweep_expired", "sweep_sign_ins", "sweep_console_log", "destroy_one_record"]),
    );
  });

  test("takes nothing away for a caller that names a year far ahead", async () => {
    const names = await app.sql<{ name: string }>(
      `select p.oid::regproc::text as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proargtypes = array['timestamptz'::regtype]::oidvector
         and has_function_privilege('klinika_app', p.oid, 'execute') order by 1`,
    );
    // Their rows are kept for a day at most, which is as long as a clock may be ahead.
    const ofADay = ["fhir_exports", "idempotency_keys", "sign_in_failures", "turns_taken", "views_noted"];
    const counts = async () => {
      const tables = await app.sql<{ name: string }>(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)",
        [ofADay],
      );
      const each = tables.map(({ name }) => `select '${name}' as name, count(*)::integer from ${name}`);
      return app.sql(each.join(" union all "));
    };
    const callAll = async (at: string) => {
      for (const { name } of names) await run(`select ${name}('${at}')`);
    };
    await app.sql("update sessions set expires_at = now() + interval '2 days'");
    await callAll(new Date(Date.now() + 86_000_000).toISOString());
    const before = await counts();
    await callAll("2999-01-01T00:00:00Z");
    expect(await counts()).toEqual(before);
    expect(names.length).toBeGreaterThan(6);
  });
});

describe("rows", () => {
  test("are deleted from these tables alone", async () => {
    expect(await tablesWith("delete")).toEqual([
      "calendar_feeds",
      "consultations",
      "custom_field_definitions",
      "days_off",
      "displays",
      "extra_hours",
      "favourite_prescriptions",
      "files",
      "import_rows",
      "imports",
      "notifications",
      "patient_name_sounds",
      "patient_photos",
      "patients",
      "quick_texts",
      "tasks",
      "webhooks",
    ]);
    // Of records, none without a trigger: name sounds are derived, and import rows are those of a list.
    const guarded = (await triggers()).filter(({ when }) => /BEFORE (INSERT OR )?DELETE/.test(when));
    for (const table of ["consultations", "files", "patient_photos", "patients"])
      expect(
        guarded.some((one) => one.table === table && one.when.includes("klinika_app")),
        table,
      ).toBe(true);
  });

  test("of a patient's record are changed with a line of the history, and stay with the patient", async () => {
    const ofPatients = await tablesWith(
      "update",
      "and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'patient_id')",
    );
    const all = await triggers();
    const without = (name: string) =>
      ["patients", ...ofPatients].filter(
        (table) => !all.some((one) => one.table === table && one.function === name),
      );
    // Uploaded lists, notices, and the photo, whose hash is in the record.
    expect(without("record_change")).toEqual(["import_rows", "notifications", "patient_photos"]);
    expect(without("keep_in_place")).toEqual(["import_rows", "notifications", "patient_photos"]);
  });

  test("of accounts, payments, files and consultations have few columns that change", async () => {
    const columns = await app.sql<{ name: string; columns: string }>(
      `select c.relname as name, string_agg(a.attname, ' ' order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relname in ('users', 'practitioners', 'payments', 'files', 'consultations') and c.relkind = 'r'
         and has_column_privilege('klinika_app', c.oid, a.attnum, 'update')
       group by 1 order by 1`,
    );
    expect(columns).toEqual([
      {
        name: "consultations",
        columns:
          "confidential_to_id in_error_at in_error_by_id in_error_reason vitals_in_error_at vitals_in_error_by_id vitals_in_error_reason",
      },
      { name: "files", columns: "attached_at category confidential_to_id patient_id removed_at" },
      {
        name: "payments",
        columns:
          "bill_id closing_id patient_id reference void_closing_id void_day void_reason voided_at voided_by_id",
      },
      {
        name: "practitioners",
        columns:
          "credentials is_confidential is_practising letter license_number printed_name ptr_number ptr_year s2_ends_on s2_number specialization updated_at",
      },
      {
        name: "users",
        columns:
          "credentials first_name last_name license_number ptr_number ptr_year s2_number specialization updated_at",
      },
    ]);
    expect(await tablesWith("insert", "and c.relname in ('users', 'admissions')")).toEqual([]);
  });

  test.each([
    ["a role", "update users set role = 'owner'", "permission denied"],
    ["an address", "update users set email = 'x@y.ph'", "permission denied"],
    ["rights", "update users set permissions = '{manage_staff}'", "permission denied"],
    ["an amount", "update payments set amount = 1", "permission denied"],
    ["a count", "update payments set closing_id = null where closing_id is not null", "stays so"],
    [
      "a voided payment",
      "update payments set voided_at = null, voided_by_id = null, void_day = null, void_reason = null where voided_at is not null",
      "stays so",
    ],
    ["a large object", "select lo_create(0)", "permission denied"],
    ["a large object's bytes", "select lo_from_bytea(0, 'x')", "permission denied"],
    ["a stay", "delete from admissions", "permission denied"],
    ["a prescription", "delete from prescriptions", "permission denied"],
    ["a consultation", "delete from consultations", "is not deleted"],
    ["a file", "delete from files where patient_id is not null", "append-only"],
    ["a photo", "delete from patient_photos", "together with the record"],
    ["a picture", "update patient_photos set picture = 'x'", "together with the record"],
    [
      "whose a result is",
      "update results set patient_id = (select max(id) from patients where id <> results.patient_id)",
      "stays with its patient",
    ],
    [
      "when a prescription was written",
      "update prescriptions set created_at = created_at - interval '1 year'",
      "stays with its patient",
    ],
  ])("do not lose or change %s unseen", async (_, statement, message) => {
    await expect(run(statement)).rejects.toThrow(message);
  });

  test("of a patient are deleted once they are sealed and the history has the line", async () => {
    const id = await aPatient(app, clinic);
    const remove = (more: string) =>
      as(clinic.owner, "patient.delete").transaction(async ({ db }) => {
        if (more) await sql.raw(more).execute(db);
        await sql`delete from patients where id = ${id}`.execute(db);
      });
    const line = `insert into record_history (clinic_id, patient_id, user_id, event, entity, entity_id)
                  values (${clinic.id}, ${id}, ${clinic.owner.id}, 'patient.delete', 'patients', ${id})`;
    await expect(remove("")).rejects.toThrow(/no line for the deletion/);
    await expect(remove(line)).rejects.toThrow(/is sealed before/);
    expect((await app.call(deletePatient, clinic.owner.token, { params: { id } })).statusCode).toBe(200);
    await expect(
      run(
        `insert into patients (clinic_id, id, admission_no, hospital, patient_name, sex) values (${clinic.id}, ${id}, 'X-9', 'X', 'X', 'F')`,
      ),
    ).rejects.toThrow(/restored by the operator/);
  });
});

describe("the record history", () => {
  const historyOf = async (user: TestUser, id: number) =>
    JSON.stringify(
      (
        await sql`select changes, short_changes from record_history where patient_id = ${id}`.execute(
          as(user).db,
        )
      ).rows,
    );

  test("shows its words to the owner alone, and those of a deleted patient to nobody", async () => {
    const id = await aPatient(app, clinic, { patient_name: "Uy, Lourdes" });
    await writeConfidential(app, clinic, id, clinic.owner.token);
    expect(await historyOf(staff, id)).not.toMatch(new RegExp(`${marker}|Lourdes`));
    expect(await historyOf(clinic.owner, id)).toMatch(new RegExp(`${marker}.*`));
    await app.call(deletePatient, clinic.owner.token, { params: { id } });
    expect(await historyOf(clinic.owner, id)).toMatch(/sealedOn/);
    expect(await historyOf(clinic.owner, id)).not.toMatch(new RegExp(`${marker}|Lourdes`));
    expect(
      JSON.stringify(await app.sql("select changes from record_history where patient_id = $1", [id])),
    ).toMatch(/Lourdes/);
  });
});

describe("marks of confidential entries", () => {
  const parts = [
    ["consultation_addenda", "consultations", "consultation_id", "secretary_id", ""],
    ["consultation_diagnoses", "consultations", "consultation_id", "secretary_id", "'position', 19"],
    ["medicine_stops", "prescriptions", "prescription_id", "prepared_by_id", "'item', 98"],
    ["requested_items", "clinic_papers", "paper_id", "prepared_by_id", ""],
  ] as const;

  skipOnCluster("it waits for a lock that only a worker shows").each([...parts] as never[])(
    "reach a row of %s that is written meanwhile",
    async (part, whole, key, author, differs) => {
      const id = await aPatient(app, clinic);
      const written = await writeConfidential(app, clinic, id, clinic.owner.token);
      const mark = marking(app);
      for (const [entry, entryId] of [
        ["consultation", written.consultationId],
        ["prescription", written.rxId],
        ["paper", written.paperId],
      ] as const)
        await mark(clinic.owner.token, id, entry, entryId, false);
      const [row] = await app.sql<{ whole: string }>(
        `select ${key} as whole from ${part} where patient_id = $1`,
        [id],
      );
      const copy = sql.raw(
        `insert into ${part} select (jsonb_populate_record(null::${part}, to_jsonb(p)
           || jsonb_build_object('id', nextval('klinika_id')${differs && `, ${differs}`}))).* from ${part} p where ${key} = ${row?.whole}`,
      );
      let insert: Promise<unknown> = Promise.resolve();
      await as(clinic.owner).transaction(async ({ db }) => {
        await sql
          .raw(`update ${whole} set confidential_to_id = ${author} where id = ${row?.whole}`)
          .execute(db);
        let isOver = false;
        insert = copy.execute(as(clinic.owner).db).finally(() => {
          isOver = true;
        });
        // Until the insert waits for this transaction, or did not wait.
        const waits = () =>
          app
            .sql("select 1 from pg_locks where not granted and pid <> pg_backend_pid()")
            .then((all) => all.length > 0);
        while (!isOver && !(await waits()));
      });
      await insert;
      const marks = await app.sql<{ marked: string | null }>(
        `select distinct confidential_to_id as marked from ${part} where ${key} = $1`,
        [row?.whole],
      );
      expect(marks).toEqual([{ marked: String(clinic.owner.id) }]);
    },
  );

  test.each(parts)("of %s cannot differ from the entry's", async (part, whole, key) => {
    const differing = () =>
      app.sql(
        `select p.id from ${part} p join ${whole} w on w.clinic_id = p.clinic_id and w.id = p.${key}
         where p.confidential_to_id is distinct from w.confidential_to_id`,
      );
    await run(`update ${part} set confidential_to_id = ${clinic.owner.id} where confidential_to_id is null`);
    expect(await differing()).toEqual([]);
    await run(`update ${part} set confidential_to_id = null where confidential_to_id is not null`);
    expect(await differing()).toEqual([]);
  });
});
