import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** pendingPayments is ready-made peso text, `₱0` when nothing is pending or overdue. */
export const DashboardFigures = z.object({
  totalPatients: z.int(),
  admittedCount: z.int(),
  todayProcedures: z.int(),
  pendingPayments: z.string(),
  /** Patients registered in the last seven days. */
  registeredThisWeek: z.int(),
  /** Hospitals that have an admitted patient. */
  admittedHospitals: z.int(),
  /** Patients whose payment is pending or overdue. */
  pendingPaymentCount: z.int(),
});
export type DashboardFigures = z.output<typeof DashboardFigures>;

export const dashboardFigures = endpoint({
  method: "GET",
  path: "/api/dashboard/stats",
  access: { any: ["view_patients"] },
  audit: null,
  response: DashboardFigures,
});
