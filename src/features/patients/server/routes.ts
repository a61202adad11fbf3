import type { PatientFilter } from "#features/patients/contract.ts";
import * as contract from "#features/patients/contract.ts";
import { sendExport } from "#server/http/csv-answer.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { allForPrint } from "#server/http/print-limit.ts";
import type { RefusedFile } from "#server/http/receive-files.ts";
import { type Context, serve } from "#server/http/serve.ts";
import { sendWholeList } from "#server/http/whole-list.ts";
import type { App } from "#server/kit.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { takeRoom } from "#server/storage/files-quota.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { can } from "#shared/permissions.ts";
import { nextFreeNumber } from "./admission-numbers.ts";
import { exportPatients } from "./export-patients.ts";
import { findDuplicates, maskedDuplicate } from "./find-duplicates.ts";
import {
  countPatients,
  everyPatient,
  patientKeys,
  patientsOfIds,
  readPage,
  recordsOf,
} from "./list-patients.ts";
import { countHistory, DEFAULT_HISTORY_LIMIT, listHistory } from "./patient-history.ts";
import { readPhoto, removePhoto, resizedPhoto, setPhoto } from "./patient-photo.ts";
import { tagged } from "./patient-tag.ts";
import { printLabels } from "./print-labels.ts";
import { countByState, findPatient } from "./queries.ts";
import { withLeadingNumber } from "./search/leading-number.ts";
import { type PatientSelection, type PatientSort, selectionOf, sortOf } from "./search/patient-filter.ts";

/** The names of the filters, never the search term: it may name people. */
const filtersOf = (query: PatientFilter) =>
  Object.keys(query).filter((key) => query[key as keyof PatientFilter]);

type Lists = typeof contract.listPatients | typeof contract.archivedPatients;
type Page = { sort?: PatientSort | undefined; limit?: number | undefined; cursor?: string | undefined };

export const patientRoutes = (app: App): void => {
  serve(app, contract.listPatients, ({ query }, context) => answerList(selectionOf(query), query, context));
  serve(app, contract.archivedPatients, ({ query }, context) =>
    answerList({ search: query.search, archived: "only" }, query, context),
  );
  serve(app, contract.patientCounts, (_, { clinic }) => countByState(clinic));
  serve(
    app,
    contract.exportPatients,
    async ({ query }, context) => {
      const { clinic, now } = context;
      const selection = await withLeadingNumber(clinic, selectionOf(query));
      const exported = await exportPatients(clinic, selection, sortOf(query), manilaDay(now));
      return sendExport(context, exported, { filters: filtersOf(query) });
    },
    { isReport: true },
  );
  serve(app, contract.printPatients, async ({ query }, { clinic, now, auditDetails }) => {
    const selection = await withLeadingNumber(clinic, selectionOf(query));
    const shown = { sort: sortOf(query), today: manilaDay(now), read: patientsOfIds };
    const rows = await allForPrint(everyPatient(clinic, selection, shown));
    auditDetails({ rows: rows.length, filters: filtersOf(query) });
    return rows;
  });
  serve(app, contract.nextAdmissionNumber, async (_, { clinic, now }) => ({
    admissionNo: await nextFreeNumber(clinic, now),
  }));
  serve(app, contract.findDuplicates, async ({ body }, { clinic, now, session }) => {
    const likely = await findDuplicates(clinic, body, manilaDay(now));
    return can(session, contract.onePatient.access) ? likely : likely.map(maskedDuplicate);
  });
  serve(app, contract.onePatient, async ({ params }, context) =>
    tagged(await findPatient(context.clinic, params.id, manilaDay(context.now)), context),
  );
  serve(app, contract.setPatientPhoto, async ({ params, files }, { clinic, kit, now, once }) => {
    await requirePatient(clinic, params.id);
    const [photo] = files.accepted;
    if (!photo) throw refusedPhoto(files.refused[0]);
    const picture = await resizedPhoto(clinic.id, photo);
    return once(async (joined) => {
      await takeRoom(joined, kit.settings, picture.byteLength);
      return setPhoto(joined, params.id, picture, now);
    });
  });
  serve(app, contract.removePatientPhoto, ({ params }, { clinic, now }) =>
    removePhoto(clinic, params.id, now),
  );
  serve(
    app,
    contract.patientPhoto,
    async ({ params }, { clinic, kit, now, session }) => {
      const photo = await readPhoto(clinic, params.id);
      // Logged like a list, without a patient: a page of a list shows 25 photos.
      kit.views.note({
        apiKeyId: null,
        clinicId: clinic.id,
        userId: clinic.userId,
        ownerUserId: session.ownerUserId,
        patientId: null,
        event: "patient.photo",
        at: now,
      });
      return photo;
    },
    { auditsManually: true },
  );
  serve(app, contract.printLabels, ({ params, query }, { clinic, kit, now }) => {
    const { paper = "a4-24", count = 1, skip = 0 } = query;
    return printLabels(clinic, params.id, { paper, count, skip, papers: kit.papers, now });
  });
  serve(app, contract.patientHistory, async ({ params, query }, { clinic, reply }) => {
    const entries = await listHistory(clinic, params.id, query);
    const total = query.cursor === undefined ? await countHistory(clinic, params.id) : undefined;
    return sendPage(reply, entries, query.limit ?? DEFAULT_HISTORY_LIMIT, ({ id }) => [id], total);
  });
};

const refusedPhoto = (file: RefusedFile | undefined) => {
  const message = file?.reason ?? "Send one picture.";
  return new Failure(file?.code ?? "invalid", message, { fields: { photo: message } });
};

async function answerList(wanted: PatientSelection, sent: Page, { clinic, now, reply }: Context<Lists>) {
  const { limit, cursor } = sent;
  const selection = await withLeadingNumber(clinic, wanted);
  const sort = sortOf({ ...selection, sort: sent.sort });
  const today = manilaDay(now);
  if (limit === undefined)
    return sendWholeList(reply, everyPatient(clinic, selection, { sort, today, read: recordsOf }));
  // Concurrent queries go in one round trip. A search may read the whole clinic, so it is not run twice for a page.
  const isSearch = Boolean(selection.search || selection.diagnosis);
  const page = await readFitting(limit, (most) =>
    Promise.all([
      readPage(clinic, selection, { sort, limit: most, cursor }, today),
      cursor === undefined && !isSearch ? countPatients(clinic, selection) : undefined,
    ]),
  );
  const [{ rows, total }, counted] = page.read;
  return sendPage(reply, rows, page.limit, patientKeys(sort), total ?? counted ?? (await count()));

  /** A first page that contains everything needs no count. */
  function count(): Promise<number> | number | undefined {
    if (cursor !== undefined) return undefined;
    return rows.length <= page.limit ? rows.length : countPatients(clinic, selection);
  }
}
