import * as contract from "#features/clinical-lists/contract.ts";
import { summary, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { alertList } from "./alerts.ts";
import { allergyList, findNoKnown, listAllergies, recordNoKnown, splitText } from "./allergies.ts";
import { listMedicines, medicineList, stopPrescribed, updateStop } from "./medicines.ts";
import { problemList } from "./problems.ts";
import { readSummary } from "./summary.ts";
import { listTodaysVitals } from "./todays-vitals.ts";

export const clinicalListRoutes = (app: App): void => {
  serve(app, todaysVitals, (_, { clinic, now }) => listTodaysVitals(clinic, now));
  serve(app, summary, ({ params }, { clinic, now }) => readSummary(clinic, params.id, now));

  serve(app, contract.allergies, ({ params }, { clinic }) => listAllergies(clinic, params.id));
  serve(app, contract.addAllergy, ({ params, body }, { clinic, now }) =>
    allergyList.add(clinic, params.id, body, now),
  );
  serve(app, contract.changeAllergy, ({ params, body }, { clinic, now, request }) =>
    allergyList.change(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
  serve(app, contract.splitAllergyText, ({ params, body }, { clinic, now }) =>
    splitText(clinic, params.id, params.rowId, body.rows, now),
  );
  serve(app, contract.noKnownAllergies, ({ params }, { clinic }) => findNoKnown(clinic, params.id));
  serve(app, contract.sayNoKnownAllergies, ({ params }, { clinic, now }) =>
    recordNoKnown(clinic, params.id, now),
  );

  serve(app, contract.problems, ({ params }, { clinic }) => problemList.list(clinic, params.id));
  serve(app, contract.addProblem, ({ params, body }, { clinic, now }) =>
    problemList.add(clinic, params.id, body, now),
  );
  serve(app, contract.changeProblem, ({ params, body }, { clinic, now, request }) =>
    problemList.change(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );

  serve(app, contract.medicines, ({ params }, { clinic, now }) => listMedicines(clinic, params.id, now));
  serve(app, contract.addMedicine, ({ params, body }, { clinic, now }) =>
    medicineList.add(clinic, params.id, body, now),
  );
  serve(app, contract.changeMedicine, ({ params, body }, { clinic, now, request }) =>
    medicineList.change(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
  serve(app, contract.stopPrescribed, ({ params, body }, { clinic, now }) =>
    stopPrescribed(clinic, params.id, body, now),
  );
  serve(app, contract.changeStop, ({ params, body }, { clinic, now, request }) =>
    updateStop(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );

  serve(app, contract.alerts, ({ params }, { clinic }) => alertList.list(clinic, params.id));
  serve(app, contract.addAlert, ({ params, body }, { clinic, now }) =>
    alertList.add(clinic, params.id, body, now),
  );
  serve(app, contract.changeAlert, ({ params, body }, { clinic, now, request }) =>
    alertList.change(clinic, params.id, params.rowId, body, { now, version: sentVersion(request) }),
  );
};
