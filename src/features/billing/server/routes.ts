import * as contract from "#features/billing/contract.ts";
import { countedUser } from "#features/billing/rules.ts";
import * as statements from "#features/billing/statements-contract.ts";
import { sendExport } from "#server/http/csv-answer.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { can, mayViewPatients } from "#shared/permissions.ts";
import { insertBill, insertRecordBill } from "./add-bill.ts";
import { findBill } from "./bill-rows.ts";
import { readDayBills } from "./day-bills.ts";
import { closeDayCount, readDayCount, withinDrawer } from "./day-count.ts";
import { listDoctorShares, setDoctorShares } from "./doctor-shares.ts";
import { insertPettyCash, setFloat, voidPettyCash } from "./drawer-lines.ts";
import { exportBills, exportPayments } from "./export-bills.ts";
import { exportStatement } from "./export-statement.ts";
import { listReceivables, markClaimsBilled, markClaimsPaid } from "./hmo-receivables.ts";
import { readPatientBills } from "./patient-bills.ts";
import { takePayment, voidBill, voidPayment } from "./payments.ts";
import { printBill } from "./print-bill.ts";
import { insertService, listServices, updateService } from "./services.ts";
import {
  closeStatement,
  listClosedStatements,
  readClosedStatement,
  readMoneyByDoctor,
  readStatement,
} from "./statements.ts";

const pesos = (amount: bigint) => formatMoney(fromCentavos(amount));

export const billingRoutes = (app: App): void => {
  serve(app, contract.listServices, (_, { clinic }) => listServices(clinic));
  serve(app, contract.addService, ({ body }, { clinic, now }) => insertService(clinic, body, now));
  serve(app, contract.changeService, ({ params, body }, { clinic, now }) =>
    updateService(clinic, params.id, body, now),
  );

  serve(app, contract.patientBills, ({ params }, { clinic }) => readPatientBills(clinic, params.id));
  serve(app, contract.addBill, ({ body }, { clinic, session, now }) =>
    insertBill(clinic, body, { now, mayKnowAge: can(session, mayViewPatients) }),
  );
  serve(app, contract.billRecordAmount, ({ body }, { clinic, now }) =>
    insertRecordBill(clinic, body.patientId, now),
  );
  serve(
    app,
    contract.exportBills,
    async ({ query }, context) => sendExport(context, await exportBills(context.clinic, query), query),
    { isReport: true },
  );
  serve(
    app,
    contract.exportPayments,
    async ({ query }, context) => sendExport(context, await exportPayments(context.clinic, query), query),
    { isReport: true },
  );
  serve(
    app,
    contract.oneBill,
    async ({ params }, { clinic, auditView }) => {
      const bill = await findBill(clinic, params.id);
      auditView(bill.patientId);
      return bill;
    },
    { auditsManually: true },
  );
  serve(
    app,
    contract.printBill,
    async ({ params, query: { paper = "A5" } }, { clinic, kit, auditDetails }) => {
      const { file, patientId } = await printBill(clinic, params.id, { size: paper, papers: kit.papers });
      auditDetails({ billId: params.id, paper }, patientId);
      return file;
    },
  );
  serve(app, contract.takePayment, ({ params, body }, { clinic, session, now }) =>
    takePayment(clinic, params.id, body, { now, maySee: can(session, mayViewPatients) }),
  );
  serve(app, contract.voidPayment, ({ params, body }, { clinic, session, now }) =>
    voidPayment(clinic, params.id, body.reason, { now, session }),
  );
  serve(app, contract.voidBill, ({ params, body }, { clinic, session, now }) =>
    voidBill(clinic, params.id, body.reason, { now, session }),
  );

  serve(app, contract.dayCount, ({ query }, { clinic, session, now }) =>
    readDayCount(clinic, { day: query.day ?? manilaDay(now), whose: countedUser(session) }),
  );
  serve(app, contract.closeDayCount, ({ body }, { clinic, session, now }) =>
    closeDayCount(clinic, body, { now, whose: countedUser(session) }),
  );
  serve(app, contract.dayBills, ({ query }, { clinic, session, now }) =>
    readDayBills(clinic, { day: query.day ?? manilaDay(now), whose: countedUser(session) }),
  );
  serve(app, contract.setOpeningFloat, ({ body }, { clinic, session, now }) =>
    withinDrawer(
      clinic,
      countedUser(session),
      (joined) => setFloat(joined, body.amount, now),
      (missing, amount) =>
        `With the petty cash that was paid out, the float was ${pesos(amount + missing)} or more.`,
    ),
  );
  serve(app, contract.addPettyCash, ({ body }, { clinic, session, now }) =>
    withinDrawer(
      clinic,
      countedUser(session),
      (joined) => insertPettyCash(joined, body, now),
      (missing, amount) =>
        missing < amount
          ? `There is ${pesos(amount - missing)} in the drawer. Enter that or less, or correct the opening float first.`
          : "There is no cash in the drawer. Enter the opening float first.",
    ),
  );
  serve(app, contract.voidPettyCash, ({ params, body }, { clinic, session, now }) =>
    voidPettyCash(clinic, params.id, body.reason, { now, whose: countedUser(session) }),
  );

  serve(app, statements.doctorShares, (_, { clinic }) => listDoctorShares(clinic));
  serve(app, statements.setDoctorShares, ({ params, body }, { clinic, now }) =>
    setDoctorShares(clinic, params.id, body, now),
  );
  serve(app, statements.statement, ({ query }, { clinic, session }) => readStatement(clinic, session, query));
  serve(app, statements.moneyByDoctor, ({ query }, { clinic }) => readMoneyByDoctor(clinic, query));
  serve(app, statements.closedStatements, ({ query }, { clinic, session }) =>
    listClosedStatements(clinic, session, query.practitionerId),
  );
  serve(app, statements.closedStatement, ({ params }, { clinic, session }) =>
    readClosedStatement(clinic, session, params.id),
  );
  serve(app, statements.closeStatement, ({ body }, { clinic, session, now }) =>
    closeStatement(clinic, session, body, now),
  );
  serve(
    app,
    statements.exportStatement,
    async ({ query }, context) =>
      sendExport(context, await exportStatement(context.clinic, context.session, query), query),
    { isReport: true },
  );

  serve(app, contract.hmoReceivables, (_, { clinic, now }) => listReceivables(clinic, now));
  serve(app, contract.markClaimsBilled, ({ body }, { clinic, now }) => markClaimsBilled(clinic, body, now));
  serve(app, contract.markClaimsPaid, ({ body }, { clinic, now }) => markClaimsPaid(clinic, body, now));
};
