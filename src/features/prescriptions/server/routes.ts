import {
  addFavourite,
  changeFavourite,
  favourites,
  medicinesInUse,
  type Prescription,
  patientPrescriptions,
  prescribingPhysician,
  prescriptionPdf,
  releasePrescription,
  removeFavourite,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { type DoctorOnPaper, doctorForPaper, refuseHidden } from "#server/paper-doctor.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { notifyOfPrepared, refuseUnreleased } from "#server/signed-papers.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { stateWhenSaved } from "#shared/signed-papers.ts";
import { releasePrescription as release, withdrawPrescription as withdraw } from "./change-prescription.ts";
import { deleteFavourite, insertFavourite, listFavourites, updateFavourite } from "./favourites.ts";
import { listMedicinesInUse } from "./medicines-in-use.ts";
import { findPhysician } from "./physician.ts";
import {
  physicianOf,
  printPrescription,
  refuseUnprintable,
  refuseUnsafeMedications,
  sheetOf,
} from "./printed-prescription.ts";
import { findPrescription, insertPrescription, listPrescriptions } from "./queries.ts";

export const prescriptionRoutes = (app: App): void => {
  serve(app, patientPrescriptions, async ({ params, query }, { clinic, reply }) => {
    const isThere = requirePatient(clinic, params.id);
    const { withdrawn } = query;
    if (!query.limit)
      return (await Promise.all([listPrescriptions(clinic, params.id, { withdrawn }), isThere]))[0];
    const list = readFitting(query.limit, (limit) =>
      listPrescriptions(clinic, params.id, { ...query, limit }),
    );
    // In one round trip: the list is polled every five seconds.
    const [page] = await Promise.all([list, isThere]);
    return sendPage(reply, page.read, page.limit, (row) => [row.createdAt, row.id]);
  });

  serve(
    app,
    savePrescription,
    ({ params, query, body }, { clinic, session, now }) =>
      clinic.transaction(async (joined) => {
        const doctor = await doctorForPaper(joined, body.practitionerId);
        refuseHidden(doctor, { ...body, role: session.role });
        const today = manilaDay(now);
        const draft = { ...body, ...physicianOf(doctor, body) };
        refuseUnsafeMedications(draft, doctor, draft.prescriptionDate ?? today);
        const status = stateWhenSaved(doctor.isCaller);
        const saved = { practitionerId: doctor.id, status, today, at: now };
        const prescription = await insertPrescription(joined, params.id, draft, saved);
        if (query.format === "pdf") {
          // A paper that cannot be printed must leave no record.
          refuseUnreleased("prescription", prescription.status);
          refuseUnprintable(await sheetOf(joined, prescription));
        }
        if (status === "prepared") await notifyOfPrescription(joined, doctor, prescription, now);
        return prescription;
      }),
    {
      // The key identifies the record; the format of the response follows the query.
      present: async (saved, { query }, { clinic, kit, session }) => {
        // A repeated key has the answer of its first request, and the prescription may be withdrawn since.
        const prescription = await findPrescription(clinic, saved.patientId, saved.id);
        if (query.format !== "pdf") return prescription;
        const pdf = await printPrescription(clinic, prescription, {
          paper: query.paper,
          disposition: "attachment",
          papers: kit.papers,
        });
        await writeHistory(clinic, {
          event: "prescription.print",
          patientId: prescription.patientId,
          ownerUserId: session.ownerUserId,
          details: { prescriptionId: prescription.id },
        });
        return pdf;
      },
    },
  );

  serve(app, releasePrescription, ({ params }, { clinic, now }) =>
    release(clinic, { patientId: params.id, rxId: params.rxId }, now),
  );
  serve(app, withdrawPrescription, ({ params, body }, { clinic, now }) =>
    withdraw(clinic, { patientId: params.id, rxId: params.rxId }, body.reason, now),
  );

  serve(app, prescriptionPdf, async ({ params, query }, { clinic, kit, auditDetails }) => {
    const prescription = await findPrescription(clinic, params.id, params.rxId);
    auditDetails({ prescriptionId: prescription.id });
    return printPrescription(clinic, prescription, {
      paper: query.paper,
      disposition: "inline",
      papers: kit.papers,
    });
  });

  serve(app, prescribingPhysician, async ({ query }, { clinic, now }) => ({
    physician: await findPhysician(clinic, query, now),
  }));

  serve(app, favourites, (_, { clinic }) => listFavourites(clinic));
  serve(app, medicinesInUse, (_, { clinic }) => listMedicinesInUse(clinic));
  serve(app, addFavourite, ({ body }, { clinic, now }) => insertFavourite(clinic, body, now));
  serve(app, changeFavourite, ({ params, body }, { clinic, now }) =>
    updateFavourite(clinic, params.id, body, now),
  );
  serve(app, removeFavourite, ({ params }, { clinic }) => deleteFavourite(clinic, params.id));
};

async function notifyOfPrescription(
  clinic: ClinicScope,
  doctor: DoctorOnPaper,
  { id, patientId, preparedByName }: Prescription,
  now: Date,
): Promise<void> {
  const { patientName } = await selectPatient(clinic, patientId)
    .select("patientName")
    .executeTakeFirstOrThrow();
  await notifyOfPrepared(
    clinic,
    doctor,
    { title: "Prescription", preparedByName, patientName },
    { actionType: "prescription", actionData: { patientId, prescriptionId: id } },
    now,
  );
}
