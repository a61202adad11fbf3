import { askAboutBody } from "#features/consultations/server/ask-about-body.ts";
import {
  addPatient,
  archivePatient,
  editPatient,
  onePatient,
  retrievePatient,
} from "#features/patients/contract.ts";
import { requireNoDuplicate } from "#features/patients/server/find-duplicates.ts";
import { tagged } from "#features/patients/server/patient-tag.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { sentVersion } from "#server/http/if-match.ts";
import { chargeRecords } from "#server/http/limit-change.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { can, mayViewPatients } from "#shared/permissions.ts";
import { insertPatient } from "./add-patient.ts";
import { insertWalkIn } from "./add-walk-in.ts";
import { archive, setArchived } from "./archive-patient.ts";
import { arrive } from "./arrive.ts";
import { typesPerson, updatePatient } from "./edit-patient.ts";

/**
 * What the front desk does with a patient as a whole. Each changes the patient and also visits, appointments, bills,
 * results or files, none of which know of it.
 */
export const registrationRoutes = (app: App): void => {
  serve(app, addPatient, async ({ body }, context) => {
    const { clinic, kit, now, session } = context;
    await requireNoDuplicate(clinic, body, { now, maySee: can(session, onePatient.access) });
    await askAboutBody(kit, clinic, { vitalSigns: body.vitalSigns, patient: body, day: manilaDay(now) });
    return tagged(await insertPatient(clinic, body, now), context);
  });
  serve(app, editPatient, async ({ params, body }, context) => {
    const { clinic, kit, now, request, session } = context;
    const maySee = can(session, mayViewPatients);
    // Results follow the person.
    if (typesPerson(body)) await chargeRecords(kit, clinic, [params.id], { isAdded: false });
    return tagged(
      await updatePatient(clinic, params.id, body, { now, version: sentVersion(request), maySee }),
      context,
    );
  });
  serve(app, archivePatient, ({ params }, { clinic, now }) => archive(clinic, params.id, now));
  serve(app, retrievePatient, ({ params }, { clinic, now }) => setArchived(clinic, params.id, false, now));
  serve(app, addVisit, ({ body }, { clinic, now }) => arrive(clinic, body, now));
  serve(app, addWalkIn, async ({ body }, { clinic, now, session }) => {
    await requireNoDuplicate(clinic, body, { now, maySee: can(session, onePatient.access) });
    return insertWalkIn(clinic, body, now);
  });
};
