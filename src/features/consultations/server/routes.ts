import * as contract from "#features/consultations/contract.ts";
import { markEntry, markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { isUsable } from "#features/consultations/rules.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import { sendWholeList } from "#server/http/whole-list.ts";
import type { App } from "#server/kit.ts";
import { markedInError } from "#server/patient/entries-in-error.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { insertAddendum } from "./addenda.ts";
import { askAboutBody } from "./ask-about-body.ts";
import { setConsultationStatus } from "./finish-consultation.ts";
import { findFullHistory, insertFullHistory, listFullHistories, updateFullHistory } from "./full-history.ts";
import { setInError } from "./mark-entries.ts";
import { setVitalsInError } from "./mark-vital-signs.ts";
import { patientsForVitals } from "./new-consultations.ts";
import { printConsultation, printFullHistory } from "./printed-record.ts";
import { findConsultation, findLatestVitals, listConsultations } from "./queries.ts";
import { recordConsultation } from "./record-consultation.ts";
import { measuredOn, recordVitals } from "./record-vitals.ts";
import { listToday } from "./today.ts";
import { listVitalSignReadings } from "./vital-sign-readings.ts";

export const consultationRoutes = (app: App): void => {
  serve(app, contract.todaysConsultations, ({ query }, { clinic, now, reply }) =>
    sendWholeList(reply, listToday(clinic, now, query)),
  );
  serve(app, contract.addConsultation, async ({ body }, { clinic, session, now, kit }) => {
    await askAboutBody(kit, clinic, {
      vitalSigns: body.vitalSigns,
      patient: body.patientId,
      day: manilaDay(now),
    });
    return recordConsultation(clinic, body, { now, role: session.role });
  });
  serve(app, contract.recordVitals, async ({ params, body }, { clinic, session, now, kit }) => {
    const { vitalSigns, confirmUnlikely } = body;
    const day = measuredOn(body, now);
    if (!confirmUnlikely) await askAboutBody(kit, clinic, { vitalSigns, patient: params.id, day });
    return recordVitals(clinic, params.id, body, { now, allowed: patientsForVitals(session, now) });
  });
  serve(app, contract.latestVitals, ({ params }, { clinic }) => findLatestVitals(clinic, params.id));
  serve(app, contract.vitalSignReadings, async ({ params, query }, { clinic, reply }) => {
    const { rows, total } = await listVitalSignReadings(clinic, params.id, query);
    if (query.limit === undefined) return rows;
    return sendPage(reply, rows, query.limit, ({ recordedAt, id }) => [recordedAt, id], total);
  });
  serve(app, markVitalSigns, ({ params, body }, { clinic, now, session }) =>
    setVitalsInError(clinic, { patientId: params.id, readingId: params.readingId }, body, { now, session }),
  );
  serve(app, markEntry, ({ params, body }, { clinic, session, now }) =>
    setInError(clinic, params.id, body, { session, now }),
  );
  serve(app, contract.patientConsultations, async ({ params, query }, { clinic, reply }) => {
    if (query.limit === undefined) return (await listConsultations(clinic, params.id, query)).rows;
    const page = await readFitting(query.limit, (limit) =>
      listConsultations(clinic, params.id, { ...query, limit }),
    );
    const { rows, total } = page.read;
    return sendPage(reply, rows, page.limit, ({ createdAt, id }) => [createdAt, id], total);
  });
  serve(app, contract.completeConsultation, ({ params }, { clinic, now }) =>
    setConsultationStatus(clinic, params.id, "completed", now),
  );
  serve(app, contract.reopenConsultation, ({ params }, { clinic, now }) =>
    setConsultationStatus(clinic, params.id, "pending", now),
  );
  serve(app, contract.addAddendum, ({ params, body }, { clinic, now }) =>
    insertAddendum(clinic, params.id, { text: body.text, now }),
  );
  serve(app, contract.consultationPdf, async ({ params }, { clinic, kit, auditDetails }) => {
    const consultation = await findConsultation(clinic, params.id, params.consultationId);
    if (!isUsable(consultation)) throw markedInError("This consultation", "printed");
    auditDetails({ consultationId: consultation.id });
    return printConsultation(clinic, consultation, kit.papers);
  });
  serve(app, contract.fullHistories, async ({ params, query }, { clinic, reply }) => {
    if (query.limit === undefined) return listFullHistories(clinic, params.id, query);
    const page = await readFitting(query.limit, (limit) =>
      listFullHistories(clinic, params.id, { ...query, limit }),
    );
    return sendPage(reply, page.read, page.limit, ({ createdAt, id }) => [createdAt, id]);
  });
  serve(app, contract.beginFullHistory, ({ params, body }, { clinic, now }) =>
    insertFullHistory(clinic, params.id, body, now),
  );
  serve(app, contract.writeFullHistory, ({ params, body }, { clinic, session, request, now }) =>
    updateFullHistory(clinic, params.id, body, {
      now,
      version: sentVersion(request),
      user: session,
    }),
  );
  serve(app, contract.fullHistoryPdf, async ({ params }, { clinic, kit, auditDetails }) => {
    const record = await findFullHistory(clinic, params.recordId, { patientId: params.id });
    if (!isUsable(record)) throw markedInError("This full history", "printed");
    auditDetails({ fullHistoryId: record.id });
    return printFullHistory(clinic, record, kit.papers);
  });
};
