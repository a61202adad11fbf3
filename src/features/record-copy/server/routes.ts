import { baseOf } from "#features/fhir/server/bundle.ts";
import { deletePatient } from "#features/patients/contract.ts";
import { copyRecord, destroyedRecords } from "#features/record-copy/contract.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { deleteWithRetention } from "./delete-with-retention.ts";
import { DEFAULT_DESTROYED_LIMIT, listDestroyed } from "./destroyed-records.ts";
import { copyAsFhir, copyAsJson, copyAsPdf } from "./patient-copy.ts";

export const recordCopyRoutes = (app: App): void => {
  serve(app, copyRecord, ({ params: { id }, body }, { clinic, kit, now, request, auditDetails }) => {
    const { format, reason } = body;
    auditDetails({ format, reason });
    if (format === "fhir") return copyAsFhir(clinic, id, { now, base: baseOf(request) });
    const copy = { now, reason };
    return format === "json" ? copyAsJson(clinic, id, copy) : copyAsPdf(clinic, id, kit.papers, copy);
  });
  serve(app, destroyedRecords, async ({ query }, { clinic, reply }) => {
    const rows = await listDestroyed(clinic, query);
    return sendPage(reply, rows, query.limit ?? DEFAULT_DESTROYED_LIMIT, ({ id }) => [id]);
  });
  // Here, since what is deleted is first stored as a sealed copy of the whole record.
  serve(app, deletePatient, async ({ params }, { clinic, now, session }) => {
    await deleteWithRetention(clinic, params.id, { now, session });
    return { message: "Patient permanently deleted" };
  });
};
