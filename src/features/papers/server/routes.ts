import {
  addPaper,
  addPaperTemplate,
  type ClinicPaper,
  changePaperTemplate,
  changeRequestedItem,
  paperPdf,
  paperTemplates,
  patientPapers,
  releasePaper,
  removePaperTemplate,
  verifyPaper,
  withdrawPaper,
} from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { type DoctorOnPaper, doctorForPaper, refuseHidden } from "#server/paper-doctor.ts";
import { notifyOfPrepared } from "#server/signed-papers.ts";
import { Failure } from "#shared/errors.ts";
import { insertPaper } from "./add-paper.ts";
import { changeItem, releasePaper as release, withdrawPaper as withdraw } from "./change-paper.ts";
import { findPaper, listWithCodes } from "./paper-rows.ts";
import { printPaper } from "./print-paper.ts";
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from "./templates.ts";
import { findVerified, limitChecks } from "./verify.ts";
import { emptyPage, unknownPage, verifiedPage, waitPage } from "./verify-page.ts";

export const paperRoutes = (app: App): void => {
  serve(app, patientPapers, async ({ params, query }, { clinic, kit, reply }) => {
    if (query.limit === undefined) return listWithCodes(clinic, params.id, query, kit);
    const page = await readFitting(query.limit, (limit) =>
      listWithCodes(clinic, params.id, { ...query, limit }, kit),
    );
    return sendPage(reply, page.read, page.limit, ({ createdAt, id }) => [createdAt, id]);
  });
  serve(app, addPaper, ({ params, body }, { clinic, kit, session, now }) =>
    clinic.transaction(async (joined) => {
      const doctor = await doctorForPaper(joined, body.practitionerId);
      refuseHidden(doctor, { ...body, role: session.role });
      const paper = await insertPaper(joined, params.id, body, { kit, doctor, now });
      if (paper.state === "prepared") await notifyOfPaper(joined, doctor, paper, now);
      return paper;
    }),
  );
  serve(app, releasePaper, ({ params }, { clinic, kit, now }) =>
    release(clinic, { patientId: params.id, paperId: params.paperId }, kit, now),
  );
  serve(app, withdrawPaper, ({ params, body }, { clinic, kit, now }) =>
    withdraw(clinic, { patientId: params.id, paperId: params.paperId }, body.reason, { kit, now }),
  );
  serve(app, changeRequestedItem, ({ params, body }, { clinic, kit, now }) =>
    changeItem(clinic, { patientId: params.id, paperId: params.paperId, itemId: params.itemId }, body.state, {
      kit,
      now,
    }),
  );
  serve(app, paperPdf, async ({ params, query }, { clinic, kit, request, auditDetails }) => {
    const paper = await findPaper(clinic, params.id, params.paperId, kit);
    auditDetails({ paperId: paper.id });
    return printPaper(clinic, paper, { paper: query.paper, kit, request });
  });

  serve(app, paperTemplates, (_, { clinic }) => listTemplates(clinic));
  serve(app, addPaperTemplate, ({ body }, { clinic, now }) => insertTemplate(clinic, body, now));
  serve(app, changePaperTemplate, ({ params, body }, { clinic, now }) =>
    updateTemplate(clinic, params.id, body, now),
  );
  serve(app, removePaperTemplate, ({ params }, { clinic, now }) => deleteTemplate(clinic, params.id, now));

  serve(app, verifyPaper, async ({ params }, { kit, request }) => {
    await limitChecks(kit, request);
    const paper = await findVerified(kit, params.code);
    if (!paper) throw new Failure("not_found", "No paper has this code.");
    return paper;
  });
  verifyPages(app);
};

const notifyOfPaper = (clinic: ClinicScope, doctor: DoctorOnPaper, paper: ClinicPaper, now: Date) =>
  notifyOfPrepared(
    clinic,
    doctor,
    { ...paper, patientName: paper.sheet.patient.name },
    { actionType: "paper", actionData: { patientId: paper.patientId, paperId: paper.id } },
    now,
  );

/** The pages that a paper's QR code opens: without a script, and never cached. */
function verifyPages(app: App): void {
  const answer = async (typed: string, ip: string): Promise<{ status: number; html: string }> => {
    if (!typed.trim()) return { status: 200, html: emptyPage() };
    try {
      await limitChecks(app.kit, { ip });
    } catch (error) {
      if (error instanceof Failure && error.code === "too_many")
        return { status: error.status, html: waitPage(error.message) };
      throw error;
    }
    const paper = await findVerified(app.kit, typed);
    return paper ? { status: 200, html: verifiedPage(paper) } : { status: 404, html: unknownPage() };
  };
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  };
  app.get<{ Params: { code: string } }>("/verify/:code", async ({ params, ip }, reply) => {
    const { status, html } = await answer(params.code, ip);
    return reply.code(status).headers(headers).send(html);
  });
  app.get<{ Querystring: { code?: unknown } }>("/verify", async ({ query, ip }, reply) => {
    const { status, html } = await answer(typeof query.code === "string" ? query.code : "", ip);
    return reply.code(status).headers(headers).send(html);
  });
}
