import {
  addPregnancy,
  changePregnancy,
  expectedBirths,
  pregnancies,
  prenatalRecordPdf,
  prenatalVisits,
} from "#features/pregnancies/contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { chargeRecords } from "#server/http/limit-change.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { BIRTHS_PER_PAGE, listExpectedBirths } from "./expected-births.ts";
import { listPregnancies } from "./pregnancy-rows.ts";
import { listPrenatalVisits } from "./prenatal-visits.ts";
import { printPrenatalRecord } from "./print-prenatal-record.ts";
import { insertPregnancy, updatePregnancy } from "./save-pregnancy.ts";

export const pregnancyRoutes = (app: App): void => {
  serve(app, pregnancies, ({ params }, { clinic }) => listPregnancies(clinic, params.id));
  serve(app, prenatalVisits, ({ params }, { clinic, now }) =>
    listPrenatalVisits(clinic, params.id, params.rowId, now),
  );
  serve(app, prenatalRecordPdf, ({ params }, { clinic, kit, now }) =>
    printPrenatalRecord(clinic, { patientId: params.id, id: params.rowId }, { papers: kit.papers, now }),
  );
  // Results follow the pregnancy.
  serve(app, addPregnancy, async ({ params, body }, { clinic, kit, now }) => {
    await chargeRecords(kit, clinic, [params.id], { isAdded: false });
    return insertPregnancy(clinic, params.id, body, now);
  });
  serve(app, changePregnancy, async ({ params, body }, { clinic, kit, now, request }) => {
    await chargeRecords(kit, clinic, [params.id], { isAdded: false });
    return updatePregnancy(clinic, { patientId: params.id, id: params.rowId }, body, {
      now,
      version: sentVersion(request),
    });
  });
  serve(app, expectedBirths, async ({ query }, { clinic, now, reply }) => {
    const limit = query.limit ?? BIRTHS_PER_PAGE;
    const rows = await listExpectedBirths(clinic, { ...query, limit }, now);
    return sendPage(reply, rows, limit, ({ dueOn, id }) => [dueOn, id]);
  });
};
