import {
  addImmunization,
  changeImmunization,
  immunizationCardPdf,
  immunizations,
} from "#features/immunizations/contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { insertImmunization, listImmunizations, updateImmunization } from "./immunizations.ts";
import { printCard } from "./print-card.ts";

export const immunizationRoutes = (app: App): void => {
  serve(app, immunizations, ({ params }, { clinic }) => listImmunizations(clinic, params.id));
  serve(app, immunizationCardPdf, ({ params }, { clinic, kit, now }) =>
    printCard(clinic, params.id, { papers: kit.papers, now }),
  );
  serve(app, addImmunization, ({ params, body }, { clinic, now }) =>
    insertImmunization(clinic, params.id, body, now),
  );
  serve(app, changeImmunization, ({ params, body }, { clinic, now, request }) =>
    updateImmunization(clinic, { patientId: params.id, id: params.immunizationId }, body, {
      now,
      version: sentVersion(request),
    }),
  );
};
