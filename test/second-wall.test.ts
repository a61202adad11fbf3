import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listApiKeys } from "#features/api-keys/server/api-keys.ts";
import { listBetween, listOfPatient } from "#features/appointments/server/appointment-rows.ts";
import { feedLinks } from "#features/appointments/server/calendar-feed.ts";
import { listFreeTimes } from "#features/appointments/server/free-times.ts";
import { listRecalls } from "#features/appointments/server/recalls.ts";
import { billsOf } from "#features/billing/server/bill-rows.ts";
import { readDayCount } from "#features/billing/server/day-count.ts";
import { listReceivables } from "#features/billing/server/hmo-receivables.ts";
import { listServices } from "#features/billing/server/services.ts";
import { alertList } from "#features/clinical-lists/server/alerts.ts";
import { findNoKnown, listAllergies } from "#features/clinical-lists/server/allergies.ts";
import { listMedicines } from "#features/clinical-lists/server/medicines.ts";
import { problemList } from "#features/clinical-lists/server/problems.ts";
import { readSummary } from "#features/clinical-lists/server/summary.ts";
import { listCustomFields } from "#features/clinics/server/custom-fields.ts";
import { findFullHistory, listFullHistories } from "#features/consultations/server/full-history.ts";
import { setVitalsInError } from "#features/consultations/server/mark-vital-signs.ts";
import {
  findConsultation,
  findLatestVitals,
  listConsultations,
} from "#features/consultations/server/queries.ts";
import { listToday } from "#features/consultations/server/today.ts";
import { listVitalSignReadings } from "#features/consultations/server/vital-sign-readings.ts";
import { cancelExport, findExport, listExports, newLink } from "#features/exports/server/exports.ts";
import { searchedTypes } from "#features/fhir/server/resources/searched-types.ts";
import { readPage } from "#features/fhir/server/search/read-page.ts";
import { attachFiles, type FileLists } from "#features/files/server/attach-files.ts";
import { listFiles } from "#features/files/server/list-files.ts";
import { findFile } from "#features/files/server/open-file.ts";
import { readHousehold } from "#features/households/server/read-household.ts";
import { changeRow } from "#features/imports/server/change-row.ts";
import { checkImport } from "#features/imports/server/check-import.ts";
import { importDetails, listImports, removeImport } from "#features/imports/server/imports.ts";
import { listRows } from "#features/imports/server/list-rows.ts";
import { runImport } from "#features/imports/server/run-import.ts";
import { takeBackImport } from "#features/imports/server/take-back.ts";
import { findPairs } from "#features/merges/server/find-pairs.ts";
import { listUndoable } from "#features/merges/server/merge-rows.ts";
import {
  listNotifications,
  markAllRead,
  versionOfNotifications,
} from "#features/notifications/server/queries.ts";
import { listOpenRequests, listPapers } from "#features/papers/server/paper-rows.ts";
import { listTemplates } from "#features/papers/server/templates.ts";
import { changedValues } from "#features/patients/server/custom-values.ts";
import { findDuplicates } from "#features/patients/server/find-duplicates.ts";
import { countPatients, readPage as readPatientPage } from "#features/patients/server/list-patients.ts";
import { listHistory } from "#features/patients/server/patient-history.ts";
import { readPhoto, removePhoto, setPhoto } from "#features/patients/server/patient-photo.ts";
import { countByState, findPatient } from "#features/patients/server/queries.ts";
import { listExpectedBirths } from "#features/pregnancies/server/expected-births.ts";
import { listPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import { listFavourites } from "#features/prescriptions/server/favourites.ts";
import { listQuickTexts } from "#features/quick-texts/server/quick-texts.ts";
import { deleteWithRetention } from "#features/record-copy/server/delete-with-retention.ts";
import { readHead } from "#features/record-head/server/read-head.ts";
import { findSent, listAnswered, listReferralsOf, listWaiting } from "#features/referrals/server/queries.ts";
import { setArchived } from "#features/registration/server/archive-patient.ts";
import { updatePatient } from "#features/registration/server/edit-patient.ts";
import { readAdmissionFigures } from "#features/reports/server/admission-figures.ts";
import { countAdmissions, listAdmissions } from "#features/reports/server/admissions.ts";
import { readAnalytics } from "#features/reports/server/analytics.ts";
import { readDashboardFigures } from "#features/reports/server/dashboard.ts";
import { listFlagged, listResults } from "#features/results/server/result-rows.ts";
import { readResultSettings } from "#features/results/server/result-settings.ts";
import { listStaffAccounts } from "#features/staff/server/staff-accounts.ts";
import { findTask, listTasks, listUsers } from "#features/tasks/server/list-tasks.ts";
import { removeTask, updateTask } from "#features/tasks/server/write-tasks.ts";
import { readTimeline } from "#features/timeline/server/read-timeline.ts";
import { listWebhooks, readDeliveries } from "#features/webhooks/server/webhooks.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { survivorOf } from "#server/database/merged-patients.ts";
import { databaseRoles } from "#server/database/roles.ts";
import { listDaysOff } from "#server/days-off.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { startOwnApp, type TestApp, testNow } from "./app.ts";
import { clinicCondition } from "./clinic-condition.ts";
import { entryTables } from "./data/confidential-entries.ts";
import { aClinic, type TestClinic } from "./data/factories.ts";
import { anActivePatient, fullClinic, handleOf, refer } from "./data/full-clinic.ts";
import { recordQueries } from "./recorded-queries.ts";

/** Row-level security, tested without the conditions of our own queries. */
let app: TestApp;
let own: TestClinic;
let other: TestClinic;
let foreignPatient: number;
let foreignReferral: number;
let foreignFile: string;
let foreignTask: number;
let foreignWebhook: number;
let foreignImport: number;
let foreignExport: number;
const atWork = { now: () => testNow, lease: 1000 };

beforeAll(async () => {
  app = await startOwnApp();
  own = await fullClinic(app);
  other = await fullClinic(app);
  foreignPatient = await anActivePatient(app, other);
  const [file] = await app.sql<{ path: string }>("select path from files where clinic_id = $1", [other.id]);
  foreignFile = file?.path ?? "";
  const [task] = await app.sql<{ id: string }>("select id from tasks where clinic_id = $1", [other.id]);
  foreignTask = Number(task?.id);
  const [list] = await app.sql<{ id: string }>("select id from imports where clinic_id = $1", [other.id]);
  foreignImport = Number(list?.id);
  const [webhook] = await app.sql<{ id: string }>("select id from webhooks where clinic_id = $1", [other.id]);
  foreignWebhook = Number(webhook?.id);
  const [archive] = await app.sql<{ id: string }>("select id from exports where clinic_id = $1", [other.id]);
  foreignExport = Number(archive?.id);
  await refer(app, own, other);
  foreignReferral = await refer(app, other, own);
});
afterAll(() => app.close());

type Table = { name: string; oid: number; may_read: boolean; may_write: boolean; has_clinic: boolean };

const tables = () =>
  app.sql<Table>(
    `select c.relname as name, c.oid::integer as oid,
            has_table_privilege('klinika_app', c.oid, 'select') as may_read,
            has_table_privilege('klinika_app', c.oid, 'insert') or has_table_privilege('klinika_app', c.oid, 'update')
              or has_table_privilege('klinika_app', c.oid, 'delete') as may_write,
            exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id') as has_clinic
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  );
const clinicTables = async () => (await tables()).filter((table) => table.has_clinic);

describe("the catalog", () => {
  test("every table with clinic_id enables and forces row security", async () => {
    const open = await app.sql(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
    expect((await clinicTables()).length).toBeGreaterThan(8);
  });

  test("each has one policy for the application, restricting reads and writes to the current clinic", async () => {
    const ofClinic = "(clinic_id = (NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::bigint)";
    for (const { name } of await clinicTables()) {
      const policies = await app.sql(
        `select permissive, cmd, qual, with_check from pg_policies
         where tablename = $1 and roles && array['klinika_app', 'public']::name[] and permissive = 'PERMISSIVE'`,
        [name],
      );
      expect(policies, name).toEqual([
        { permissive: "PERMISSIVE", cmd: "ALL", qual: ofClinic, with_check: ofClinic },
      ]);
    }
  });

  test("tables with confidential rows have a second, restrictive policy for reads and writes", async () => {
    const restrictive = await app.sql<{ tablename: string; cmd: string; qual: string; with_check: string }>(
      `select tablename, cmd, qual, with_check from pg_policies where policyname = 'confidential' order by 1`,
    );
    expect(restrictive.map(({ tablename }) => tablename)).toEqual(entryTables.toSorted());
    const [{ cmd, qual, with_check } = { cmd: "", qual: "", with_check: "" }] = restrictive;
    expect({ cmd, with_check }).toEqual({ cmd: "ALL", with_check: null });
    expect(qual).toMatch(
      /confidential_to_id IS NULL\) OR \(confidential_to_id = .*app\.user_id.*is_clinic_doctor\(\).*<> ALL.*other_doctors\(\).*'patient\.delete'::text, 'record\.open'/,
    );
    expect(new Set(restrictive.map((one) => one.qual))).toEqual(new Set([qual]));
    const marked = await app.sql<{ relname: string }>(
      `select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'confidential_to_id'
       where c.relkind in ('r', 'p') order by 1`,
    );
    expect(marked.map(({ relname }) => relname)).toEqual(entryTables.toSorted());
  });

  test("each has a key that begins with clinic_id", async () => {
    const keyless = await app.sql(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')
                         and k.conkey [1] = a.attnum and cardinality(k.conkey) > 1)`,
    );
    expect(keyless).toEqual([]);
  });

  test("no foreign key between clinic tables can point into another clinic", async () => {
    const crossing = await app.sql(
      `select k.conname from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'clinic_id'
       join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'clinic_id'
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and not exists (select 1 from generate_subscripts(k.conkey, 1) i
                         where k.conkey [i] = a.attnum and k.confkey [i] = b.attnum)`,
    );
    expect(crossing).toEqual([]);
  });

  test("the application has no access to tables without clinic_id, except the clinics themselves", async () => {
    const reachable = (await tables()).filter(
      (table) => !table.has_clinic && (table.may_read || table.may_write),
    );
    expect(reachable.map(({ name }) => name)).toEqual(["clinics"]);
  });

  test("none of our roles bypasses row security, and the application owns nothing", async () => {
    expect(
      await app.sql(
        "select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)",
        [databaseRoles],
      ),
    ).toEqual([]);
    expect(
      await app.sql(
        `select relname from pg_class where relowner = 'klinika_app'::regrole
         union all select proname from pg_proc where proowner = 'klinika_app'::regrole`,
      ),
    ).toEqual([]);
    expect(
      await app.sql(
        "select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = 'klinika_app'::regrole",
      ),
    ).toEqual([]);
  });

  test("every security definer function pins its search path, and none is a superuser's", async () => {
    expect(
      await app.sql(
        `select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
         where p.pronamespace = 'public'::regnamespace and p.prosecdef
           and (r.rolsuper or r.rolbypassrls or not coalesce(p.proconfig::text, '') like '%search_path=%')`,
      ),
    ).toEqual([]);
  });

  test("no security definer function is executable by everybody, or finds a temporary table first", async () => {
    expect(
      await app.sql(
        `select p.oid::regprocedure::text as open from pg_proc p
         where p.prosecdef and p.pronamespace = 'public'::regnamespace
           and (p.proacl is null or exists (select 1 from aclexplode(p.proacl) where grantee = 0))`,
      ),
    ).toEqual([]);
    expect(
      await app.sql(
        `select p.oid::regprocedure::text as found from pg_proc p
         where p.prosecdef and p.pronamespace = 'public'::regnamespace
           and not coalesce(p.proconfig::text, '') ~ 'search_path=[^"]*, pg_temp"'`,
      ),
    ).toEqual([]);
  });

  test("a new function is not executable by everybody, whichever of our roles creates it", async () => {
    for (const role of [
      "klinika_owner",
      "klinika_auth",
      "klinika_referral",
      "klinika_notice",
      "klinika_merge",
      "klinika_admin",
      "klinika_jobs",
    ]) {
      await app.sql("begin");
      await app.sql(`set local role ${role}`);
      await app.sql("create function born() returns integer language sql security definer as 'select 1'");
      expect(
        await app.sql("select has_function_privilege('klinika_app', 'born()', 'execute') as may"),
      ).toEqual([{ may: false }]);
      await app.sql("rollback");
    }
  });

  test("a forged row of the record history is refused", async () => {
    const [known] = await app.sql<{ id: string }>("select id from users where clinic_id = $1 limit 1", [
      own.id,
    ]);
    const [stranger] = await app.sql<{ id: string }>("select id from users where clinic_id = $1 limit 1", [
      other.id,
    ]);
    const asApp = async (statement: string, userId = "") => {
      await app.sql("begin");
      try {
        await app.sql("set local role klinika_app");
        await app.sql("select set_config('app.clinic_id', $1, true), set_config('app.user_id', $2, true)", [
          String(own.id),
          userId,
        ]);
        return await app.sql(statement);
      } finally {
        await app.sql("rollback");
      }
    };
    const insert = (columns: string, values: string) =>
      `insert into record_history (clinic_id, event, ${columns}) values (${own.id}, 'patient.view', ${values})`;
    await asApp(insert("user_id", `${known?.id}`), known?.id);
    const names = /names the clinic, the user and the time/;
    await expect(asApp(insert("user_id", `${known?.id}`))).rejects.toThrow(names);
    await expect(asApp(insert("owner_user_id", `${known?.id}`))).rejects.toThrow(names);
    await expect(asApp(insert("happened_at", "now() - interval '1 year'"))).rejects.toThrow(names);
    await expect(
      asApp(`insert into record_history (clinic_id, event) values (${other.id}, 'patient.view')`),
    ).rejects.toThrow(/row-level security|names the clinic/);
    const noted = (user: string | undefined, age: number) =>
      asApp(
        `select note_views(array['\\x00'::bytea], array[null]::bigint[], array[${user}]::bigint[], array[null]::bigint[],
                           array['patient.view'], array[${age}], array[now()])`,
      );
    await noted(known?.id, 0);
    await expect(noted(known?.id, -1)).rejects.toThrow(/within an hour/);
    await expect(noted(known?.id, 3_600_001)).rejects.toThrow(/within an hour/);
    await expect(noted(stranger?.id, 0)).rejects.toThrow(/foreign key/);
  });

  test("there is no view, which would read with its owner's rights", async () => {
    expect(
      await app.sql(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')",
      ),
    ).toEqual([]);
  });
});

describe("without the clinic condition", () => {
  test("a whole table contains only the clinic's own rows", async () => {
    for (const { name, may_read } of await clinicTables()) {
      const [there] = await app.sql<{ count: string }>(`select count(*) from ${name} where clinic_id = $1`, [
        other.id,
      ]);
      expect(Number(there?.count), `${name} holds rows of the other clinic`).toBeGreaterThan(0);
      if (!may_read) continue;
      const { rows } = await sql<{ clinicId: number }>`select * from ${sql.table(name)}`.execute(
        handleOf(app, own).db,
      );
      expect(new Set(rows.map(({ clinicId }) => clinicId)), name).toEqual(new Set([own.id]));
    }
    const { rows } = await sql<{ id: number }>`select id from clinics`.execute(handleOf(app, own).db);
    expect(rows).toEqual([{ id: own.id }]);
  });

  const today = "2026-11-20";
  const everyone = { archived: "with" } as const;
  const allAdmissions = { show: "all", sort: "newest" } as const;
  const queries: [string, (clinic: ClinicScope) => Promise<unknown>][] = [
    ["the list", (clinic) => readPatientPage(clinic, everyone, { sort: "newest", limit: 100 }, today)],
    [
      "the list by hospital, searched",
      (clinic) =>
        readPatientPage(
          clinic,
          { ...everyone, search: "reyes" },
          { sort: "hospital-asc", limit: 100 },
          today,
        ),
    ],
    ["today's consultations", (clinic) => listToday(clinic, testNow, {}).next()],
    ["the admissions", (clinic) => listAdmissions(clinic, allAdmissions, { limit: 100 }, today)],
    [
      "the admissions by their stay",
      (clinic) => listAdmissions(clinic, { show: "admitted", sort: "longest" }, { limit: 100 }, today),
    ],
    ["one patient", (clinic) => findPatient(clinic, foreignPatient, today)],
    ["the files", (clinic) => listFiles(clinic, foreignPatient)],
    ["one file", (clinic) => findFile(clinic, foreignFile)],
    ["taking a file", (clinic) => changeFiles(clinic, { laboratoryFiles: [foreignFile] })],
    ["taking a file out", (clinic) => changeFiles(clinic, { laboratoryFiles: [] })],
    ["the history", (clinic) => listHistory(clinic, foreignPatient, {})],
    ["the consultations", (clinic) => listConsultations(clinic, foreignPatient, {})],
    ["one consultation", (clinic) => findConsultation(clinic, foreignPatient, foreignPatient)],
    ["the full histories", (clinic) => listFullHistories(clinic, foreignPatient, {})],
    ["one full history", (clinic) => findFullHistory(clinic, foreignPatient)],
    ["the latest vital signs", (clinic) => findLatestVitals(clinic, foreignPatient)],
    [
      "marking vital signs",
      (clinic) =>
        setVitalsInError(
          clinic,
          { patientId: foreignPatient, readingId: foreignPatient },
          { state: "entered_in_error", reason: "Wrong patient" },
          { now: testNow, session: { userId: clinic.userId, role: "owner" } },
        ),
    ],
    ["favorite prescriptions", listFavourites],
    ["the quick texts", listQuickTexts],
    ["the webhooks", listWebhooks],
    ["what a webhook sent", (clinic) => readDeliveries(clinic, foreignWebhook)],
    ["the API keys", (clinic) => listApiKeys(clinic, testNow)],
    // The clinic itself has no clinic_id.
    ...fhirResourceTypes
      .filter((type) => type !== "Organization")
      .map((type): (typeof queries)[number] => [
        `each ${type} as FHIR`,
        (clinic) =>
          readPage(clinic, { sources: searchedTypes[type].sources, filters: [], count: 50 }, testNow),
      ]),
    ["the imports", (clinic) => listImports(clinic, {})],
    ["one import", (clinic) => importDetails(clinic, foreignImport)],
    ["the rows of an import", (clinic) => listRows(clinic, foreignImport, { state: "staged" })],
    ["a row of an import", (clinic) => changeRow(clinic, { id: foreignImport, rowNo: 2 }, {}, testNow)],
    ["the dry run", (clinic) => checkImport(clinic, foreignImport, atWork)],
    ["an import", (clinic) => runImport(clinic, foreignImport, atWork)],
    ["taking an import back", (clinic) => takeBackImport(clinic, foreignImport, atWork)],
    ["no import", (clinic) => removeImport(clinic, foreignImport)],
    ["the exports", (clinic) => listExports(clinic, {}, testNow)],
    ["one export", (clinic) => findExport(clinic, foreignExport, testNow)],
    ["no export", (clinic) => cancelExport(clinic, foreignExport, testNow)],
    ["a link of an export", (clinic) => newLink(clinic, foreignExport, testNow)],
    ["the notifications", listNotifications],
    ["the version of notifications", versionOfNotifications],
    ["reading all notifications", (clinic) => markAllRead(clinic, undefined, testNow)],
    ["vital signs over time", (clinic) => listVitalSignReadings(clinic, foreignPatient, { limit: 12 })],
    ["the patient's referrals", (clinic) => listReferralsOf(clinic, foreignPatient, { limit: 9 })],
    ["a sent referral", (clinic) => findSent(clinic, foreignReferral)],
    ["what is shared with the clinic", (clinic) => listWaiting(clinic, { limit: 9 })],
    ["what was answered", (clinic) => listAnswered(clinic, { limit: 9 })],
    [
      "an edit",
      (clinic) =>
        updatePatient(
          clinic,
          foreignPatient,
          { remarks: "x" },
          { now: testNow, version: null, maySee: true },
        ),
    ],
    ["the allergies", (clinic) => listAllergies(clinic, foreignPatient)],
    ["that none are known", (clinic) => findNoKnown(clinic, foreignPatient)],
    ["the problems", (clinic) => problemList.list(clinic, foreignPatient)],
    ["the medicines", (clinic) => listMedicines(clinic, foreignPatient, testNow)],
    ["the alerts", (clinic) => alertList.list(clinic, foreignPatient)],
    ["the summary", (clinic) => readSummary(clinic, foreignPatient, testNow)],
    [
      "the visits with what came of them",
      (clinic) =>
        readTimeline(clinic, foreignPatient, {
          limit: 10,
          cursor: undefined,
          now: testNow,
          mayRead: () => true,
        }),
    ],
    ["the head of a record", (clinic) => readHead(clinic, foreignPatient, testNow)],
    ["the pregnancies", (clinic) => listPregnancies(clinic, foreignPatient)],
    ["the family and household", (clinic) => readHousehold(clinic, foreignPatient, today)],
    ["who is due to give birth", (clinic) => listExpectedBirths(clinic, { weeks: 40, limit: 50 }, testNow)],
    ["who may be registered twice", (clinic) => findPairs(clinic, { limit: 50, afterId: null, today })],
    ["merges", (clinic) => listUndoable(clinic, { limit: 50, since: new Date("2020-01-01") })],
    ["whom a merged record leads to", (clinic) => survivorOf(clinic, foreignPatient)],
    ["the bills", (clinic) => billsOf(clinic, foreignPatient)],
    ["the results", (clinic) => listResults(clinic, foreignPatient)],
    ["certificates and requests", (clinic) => listPapers(clinic, foreignPatient)],
    ["requests that are out", (clinic) => listOpenRequests(clinic, foreignPatient)],
    ["templates of papers", (clinic) => listTemplates(clinic)],
    ["flagged results", (clinic) => listFlagged(clinic, foreignPatient, new Date("2020-01-01"))],
    ["ranges and laboratories", async (clinic) => [await readResultSettings(clinic)]],
    ["what HMOs owe", (clinic) => listReceivables(clinic, testNow)],
    ["the appointments", (clinic) => listBetween(clinic, { from: today, to: today })],
    ["the appointments of one patient", (clinic) => listOfPatient(clinic, foreignPatient)],
    ["days off", (clinic) => listDaysOff(clinic, today)],
    ["who is to be called back", (clinic) => listRecalls(clinic, testNow)],
    ["the calendar's links", feedLinks.list],
    ["free times", (clinic) => listFreeTimes(clinic, {}, testNow)],
    ["the price list", listServices],
    ["the custom fields", (clinic) => listCustomFields(clinic)],
    ["the users", listUsers],
    ["the staff accounts", listStaffAccounts],
    ["the tasks", (clinic) => listTasks(clinic, "all", { limit: 100 })],
    ["one's own tasks", (clinic) => listTasks(clinic, "own", {})],
    ["one task", (clinic) => findTask(clinic, "all", foreignTask)],
    [
      "changing a task",
      (clinic) =>
        updateTask(clinic, "all", {
          id: foreignTask,
          changes: { title: "x", assignedToId: 1 },
          now: testNow,
        }),
    ],
    ["deleting a task", (clinic) => removeTask(clinic, foreignTask)],
    [
      "the values a change checks",
      (clinic) => changedValues(clinic, foreignPatient, { "Blood type": "O+" }, true),
    ],
    [
      "who is there already",
      (clinic) =>
        findDuplicates(
          clinic,
          { patientName: "Reyes, Ana", birthday: "1990-01-01", contactNumber: "0917 555 0100" },
          today,
        ),
    ],
    ["the photo", (clinic) => readPhoto(clinic, foreignPatient)],
    ["a new photo", (clinic) => setPhoto(clinic, foreignPatient, Buffer.from("x"), testNow)],
    ["no photo", (clinic) => removePhoto(clinic, foreignPatient, testNow)],
    ["archiving", (clinic) => setArchived(clinic, foreignPatient, true, testNow)],
    [
      "deleting",
      (clinic) =>
        deleteWithRetention(clinic, foreignPatient, {
          now: testNow,
          session: { role: "owner", firstName: "Rafael", lastName: "Peñaflor", ownerUserId: null },
        }),
    ],
  ];

  const changeFiles = (clinic: ClinicScope, sent: FileLists) =>
    attachFiles(clinic, foreignPatient, { sent, stored: { laboratoryFiles: [foreignFile] }, now: testNow });

  const unguarded = ({ sql: text, parameters }: CompiledQuery) =>
    CompiledQuery.raw(text.replaceAll(clinicCondition, "$1::bigint is not null"), [...parameters]);

  /** Every value of a response that is a row's id, its patient or its clinic. */
  const idsIn = (rows: readonly unknown[]) =>
    (rows as Record<string, unknown>[]).flatMap((row) => [row.id, row.patientId, row.clinicId]).map(Number);

  test.each(queries)("%s finds and changes nothing of another clinic", async (_, work) => {
    const before = await app.sql(
      "select to_jsonb(p) as row from patients p where clinic_id = $1 order by id",
      [other.id],
    );
    const foreignIds = await app.sql<{ id: string }>(
      `select id from patients where clinic_id = $1 union select id from consultations where clinic_id = $1
       union select id from consultation_addenda where clinic_id = $1
       union select id from consultation_diagnoses where clinic_id = $1
       union select id from consultation_records where clinic_id = $1
       union select id from prescriptions where clinic_id = $1 union select id from record_history where clinic_id = $1
       union select id from tasks where clinic_id = $1 union select id from visits where clinic_id = $1
       union select id from alerts where clinic_id = $1 union select id from allergies where clinic_id = $1
       union select id from medicines where clinic_id = $1 union select id from medicine_stops where clinic_id = $1
       union select id from problems where clinic_id = $1 union select id from bills where clinic_id = $1 union select id from payments where clinic_id = $1
       union select id from appointments where clinic_id = $1 union select id from recalls where clinic_id = $1
       union select id from results where clinic_id = $1 union select id from result_ranges where clinic_id = $1
       union select id from laboratories where clinic_id = $1 union select id from clinic_papers where clinic_id = $1
       union select id from requested_items where clinic_id = $1 union select id from paper_templates where clinic_id = $1
       union select id from reminders where clinic_id = $1 union select id from reminder_consents where clinic_id = $1
       union select id from immunizations where clinic_id = $1 union select id from pregnancies where clinic_id = $1
       union select id from patient_families where clinic_id = $1
       union select id from imports where clinic_id = $1 union select id from exports where clinic_id = $1
       union select id from days_off where clinic_id = $1 union select id from calendar_feeds where clinic_id = $1
       union select id from services where clinic_id = $1 union select id from day_closings where clinic_id = $1
       union select id from drawer_lines where clinic_id = $1
       union select id from places where clinic_id = $1 union select id from users where clinic_id = $1
       union select id from referrals where clinic_id = $1 and side = 'received'`,
      [other.id],
    );
    const foreign = new Set([other.id, ...foreignIds.map(({ id }) => Number(id))]);
    for (const recorded of await recordQueries(other.id, work)) {
      if (/^\s*insert/.test(recorded.sql)) continue;
      expect(recorded.sql).toMatch(clinicCondition);
      const { rows } = await handleOf(app, own, "patient.update").db.executeQuery(unguarded(recorded));
      expect(idsIn(rows).filter((id) => foreign.has(id))).toEqual([]);
    }
    expect(
      await app.sql("select to_jsonb(p) as row from patients p where clinic_id = $1 order by id", [other.id]),
    ).toEqual(before);
  });

  test.each([
    ["the counts", countByState],
    ["a total", (clinic: ClinicScope) => countPatients(clinic, everyone)],
    [
      "the dashboard",
      (clinic: ClinicScope) => readDashboardFigures(clinic, testNow, { withCollected: true }),
    ],
  ])("%s: of the own clinic alone", async (_, work) => {
    const [recorded] = await recordQueries(other.id, work);
    if (!recorded) throw new Error("Nothing was asked.");
    const { rows } = await handleOf(app, own).db.executeQuery(unguarded(recorded));
    const [honest] = await recordQueries(own.id, work);
    const { rows: expected } = await handleOf(app, own).db.executeQuery(honest ?? recorded);
    expect(rows).toEqual(expected);
  });

  test.each([
    ["the day's count", (clinic: ClinicScope) => readDayCount(clinic, { day: today, whose: null })],
    ["the figures of the admissions", (clinic: ClinicScope) => readAdmissionFigures(clinic, testNow)],
    ["the total of the admissions", (clinic: ClinicScope) => countAdmissions(clinic, allAdmissions, today)],
    ["the analytics", (clinic: ClinicScope) => readAnalytics(clinic, "all", testNow)],
  ])("%s: of the own clinic alone", async (_, work) => {
    const [recorded] = await recordQueries(own.id, work);
    if (!recorded) throw new Error("Nothing was asked.");
    expect(recorded.sql).toMatch(clinicCondition);
    const { rows } = await handleOf(app, own).db.executeQuery(unguarded(recorded));
    expect(rows).toHaveLength(1);
    expect(rows).toEqual((await handleOf(app, own).db.executeQuery(recorded)).rows);
  });

  test("a row cannot be written for another clinic, or moved to it", async () => {
    const db = handleOf(app, own, "patient.create").db;
    const patient = { admissionNo: "X-1", hospital: "X", patientName: "X", sex: "F" };
    await expect(
      db
        .insertInto("patients")
        .values({ ...patient, clinicId: other.id })
        .execute(),
    ).rejects.toThrow(/row-level security/);
    await expect(db.updateTable("patients").set({ clinicId: other.id }).execute()).rejects.toThrow(
      /row-level security/,
    );
    await expect(
      db
        .insertInto("consultations")
        .values({ clinicId: own.id, patientId: foreignPatient, consultationType: "Vitals" })
        .execute(),
    ).rejects.toThrow(/foreign key/);
  });

  test("neither clinic writes a referral except through the functions", async () => {
    const { db } = handleOf(app, own, "referral.send");
    const row = { referralReason: "x" };
    for (const write of [
      db.updateTable("referrals").set(row),
      db.deleteFrom("referrals"),
      db
        .insertInto("referrals")
        .columns(["clinicId"])
        .expression(db.selectNoFrom((one) => one.lit(1).as("n"))),
    ])
      await expect(write.execute()).rejects.toThrow(/permission denied/);
    for (const inner of ["note_referral(1, 1, 'x', 1, '{}')", "lock_referral(1, 'sent')"])
      await expect(sql.raw(`select ${inner}`).execute(db)).rejects.toThrow(/permission denied/);
  });

  test("only the clinic that a referral was sent to gets what it shares", async () => {
    for (const clinic of [other, await aClinic(app)]) {
      const { rows } = await sql<{ outcome: string | null }>`
        select outcome from claim_referral(${foreignReferral}, ${clinic.owner.id}, now())`.execute(
        handleOf(app, clinic, "referral.claim").db,
      );
      expect(rows).toEqual([{ outcome: null }]);
    }
    await expect(
      sql`select take_referral(${foreignReferral}, ${foreignPatient}, now())`.execute(
        handleOf(app, own, "referral.claim").db,
      ),
    ).rejects.toThrow(/no patient is awaited/);
    expect(await app.sql("select distinct status from referrals where id = $1", [foreignReferral])).toEqual([
      { status: "pending" },
    ]);
  });

  test("the application can neither read sealed records nor rewrite the record history", async () => {
    const { db } = handleOf(app, own, "patient.delete");
    await expect(db.selectFrom("sealedRecords").selectAll().execute()).rejects.toThrow(/permission denied/);
    await expect(db.deleteFrom("sealedRecords").execute()).rejects.toThrow(/permission denied/);
    await expect(db.deleteFrom("recordHistory").execute()).rejects.toThrow(/permission denied/);
    await expect(db.updateTable("recordHistory").set({ event: "x" }).execute()).rejects.toThrow(
      /permission denied/,
    );
  });
});
