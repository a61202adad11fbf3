import * as contract from "#features/clinical-lists/contract.ts";
import { summary, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { insertAlert, listAlerts, updateAlert } from "./alerts.ts";
import {
  findNoKnown,
  insertAllergy,
  listAllergies,
  sayNoKnown,
  splitText,
  updateAllergy,
} from "./allergies.ts";
import { insertMedicine, listMedicines, stopPrescribed, updateMedicine, updateStop } from "./medicines.ts";
import { insertProblem, listProblems, updateProblem } from "./problems.ts";
import { readSummary } from "./summary.ts";
import { listTodaysVitals } from "./todays-vitals.ts";

export const clinicalListRoutes = (app: App): void => {
  serve(app, todaysVitals, (_, { clinic, now }) => listTodaysVitals(clinic, now));
  serve(app, summary, ({ params }, { clinic, now }) => readSummary(clinic, params.id, now));

  serve(app, contract.allergies, ({ params }, { clinic }) => listAllergies(clinic, params.id));
  serve(app, contract.addAllergy, ({ params, body }, { clinic, now }) =>
    insertAllergy(clinic, params.id, body, now),
  );
  serve(app, contract.changeAllergy, ({ params, body }, { clinic, now, request }) =>
    updateAllergy(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
  serve(app, contract.splitAllergyText, ({ params, body }, { clinic, now }) =>
    splitText(clinic, params.id, params.rowId, body.rows, now),
  );
  serve(app, contract.noKnownAllergies, ({ params }, { clinic }) => findNoKnown(clinic, params.id));
  serve(app, contract.sayNoKnownAllergies, ({ params }, { clinic, now }) =>
    sayNoKnown(clinic, params.id, now),
  );

  serve(app, contract.problems, ({ params }, { clinic }) => listProblems(clinic, params.id));
  serve(app, contract.addProblem, ({ params, body }, { clinic, now }) =>
    insertProblem(clinic, params.id, body, now),
  );
  serve(app, contract.changeProblem, ({ params, body }, { clinic, now, request }) =>
    updateProblem(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );

  serve(app, contract.medicines, ({ params }, { clinic, now }) => listMedicines(clinic, params.id, now));
  serve(app, contract.addMedicine, ({ params, body }, { clinic, now }) =>
    insertMedicine(clinic, params.id, body, now),
  );
  serve(app, contract.changeMedicine, ({ params, body }, { clinic, now, request }) =>
    updateMedicine(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
  serve(app, contract.stopPrescribed, ({ params, body }, { clinic, now }) =>
    stopPrescribed(clinic, params.id, body, now),
  );
  serve(app, contract.changeStop, ({ params, body }, { clinic, now, request }) =>
    updateStop(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );

  serve(app, contract.alerts, ({ params }, { clinic }) => listAlerts(clinic, params.id));
  serve(app, contract.addAlert, ({ params, body }, { clinic, now }) =>
    insertAlert(clinic, params.id, body, now),
  );
  serve(app, contract.changeAlert, ({ params, body }, { clinic, now, request }) =>
    updateAlert(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
};
