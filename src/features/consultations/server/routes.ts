import {
  addConsultation,
  completeConsultation,
  latestVitals,
  patientConsultations,
  recordVitals,
  reopenConsultation,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import type { App } from "#server/kit.ts";
import { sendPage } from "#server/paging.ts";
import { serve } from "#server/serve.ts";
import { markCompleted, markPending } from "./finish-consultation.ts";
import { insertConsultation } from "./insert-consultation.ts";
import { patientsForVitals, visitFromDraft, visitFromVitals } from "./new-visits.ts";
import { findLatestVitals, listConsultations } from "./queries.ts";
import { listToday } from "./today.ts";

export const consultationRoutes = (app: App): void => {
  serve(app, todaysConsultations, ({ query }, { clinic, now }) => listToday(clinic, now, query));
  serve(app, addConsultation, ({ body }, { clinic, now }) =>
    insertConsultation(clinic, body.patientId, visitFromDraft(body), { now }),
  );
  serve(app, recordVitals, ({ params, body }, { clinic, session, now }) =>
    insertConsultation(clinic, params.id, visitFromVitals(body), {
      now,
      allowed: patientsForVitals(session, now),
    }),
  );
  serve(app, latestVitals, ({ params }, { clinic }) => findLatestVitals(clinic, params.id));
  serve(app, patientConsultations, async ({ params, query }, { clinic, reply }) => {
    const { rows, total } = await listConsultations(clinic, params.id, query);
    if (query.limit === undefined) return rows;
    return sendPage(reply, rows, query.limit, ({ createdAt, id }) => [createdAt, id], total);
  });
  serve(app, completeConsultation, ({ params }, { clinic, now }) => markCompleted(clinic, params.id, now));
  serve(app, reopenConsultation, ({ params }, { clinic, now }) => markPending(clinic, params.id, now));
};
