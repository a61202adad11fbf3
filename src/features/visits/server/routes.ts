import * as contract from "#features/visits/contract.ts";
import * as handover from "#features/visits/handover-contract.ts";
import { nameVersion } from "#server/http/answer-version.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { readDisplay, waitingRoomLinks } from "./displays.ts";
import { listUnfinished, listVisits, listVisitsOf, versionOfVisits } from "./list-visits.ts";
import { moveInQueue } from "./move-in-queue.ts";
import { callNext, moveVisit, updateVisit } from "./move-visit.ts";
import { printSlip } from "./print-slip.ts";
import { takeVisitBack, transferVisit } from "./transfer-visit.ts";
import { insertVisitor, listVisitors, updateVisitor } from "./visitors.ts";

export const visitRoutes = (app: App): void => {
  serve(
    app,
    contract.listVisits,
    async ({ query }, { clinic, now, reply }) => {
      const { visits, version } = await listVisits(clinic, now, query);
      nameVersion(reply, version);
      return visits;
    },
    { version: ({ query }, { clinic, now }) => versionOfVisits(clinic, now, query) },
  );
  serve(app, contract.patientVisits, ({ params, query }, { clinic }) =>
    listVisitsOf(clinic, params.id, query),
  );
  serve(app, contract.unfinishedVisits, (_, { clinic, now }) => listUnfinished(clinic, now));
  serve(app, contract.printSlip, async ({ params }, { clinic, kit, auditDetails }) => {
    const { file, patientId } = await printSlip(clinic, params.id, kit.papers);
    auditDetails({ visitId: params.id }, patientId);
    return file;
  });
  serve(app, contract.changeVisit, ({ params, body }, { clinic, now }) =>
    clinic.transaction((joined) => updateVisit(joined, params.id, body, now)),
  );
  serve(app, contract.moveVisit, ({ params, body }, { clinic, now }) =>
    moveVisit(clinic, params.id, body, now),
  );
  serve(app, contract.moveInQueue, ({ params, body }, { clinic, now }) =>
    moveInQueue(clinic, params.id, body, now),
  );
  serve(app, handover.transferVisit, ({ params, body }, { clinic, now }) =>
    transferVisit(clinic, params.id, body, now),
  );
  serve(app, handover.takeVisitBack, ({ params }, { clinic, now }) => takeVisitBack(clinic, params.id, now));
  serve(app, contract.callNext, ({ body }, { clinic, now }) => callNext(clinic, body, now));
  serve(app, contract.listVisitors, (_, { clinic, now }) => listVisitors(clinic, now));
  serve(app, contract.addVisitor, ({ body }, { clinic, now }) => insertVisitor(clinic, body, now));
  serve(app, contract.changeVisitor, ({ params, body }, { clinic, now }) =>
    updateVisitor(clinic, params.id, body, now),
  );
  serve(app, contract.display, ({ params }, { kit, now }) => readDisplay(kit.databases, params.token, now));
  serve(app, contract.displayLinks, (_, { clinic }) => waitingRoomLinks.list(clinic));
  serve(app, contract.addDisplayLink, ({ body }, { clinic, now }) =>
    waitingRoomLinks.insert(clinic, body, now),
  );
  serve(app, contract.revokeDisplayLink, ({ params }, { clinic }) =>
    waitingRoomLinks.remove(clinic, params.id),
  );
};
