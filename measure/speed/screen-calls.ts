import { todaysConsultations } from "#features/consultations/contract.ts";
import { listToday } from "#features/consultations/server/today.ts";
import { notifications } from "#features/notifications/contract.ts";
import { listNotifications } from "#features/notifications/server/queries.ts";
import { platformClinics } from "#features/platform/contract.ts";
import { countClinics, listClinics } from "#features/platform/server/queries.ts";
import { analytics, dashboardFigures } from "#features/reports/contract.ts";
import { readAnalytics } from "#features/reports/server/analytics.ts";
import { readDashboardFigures } from "#features/reports/server/dashboard.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { requestFor } from "#test/request-for.ts";
import { bytesOf, type Call } from "./calls.ts";
import { adminId } from "./data/platform.ts";
import { Line } from "./load/client.ts";
import type { Recorder } from "./recorder.ts";
import type { TestEnvironment } from "./environment.ts";

/** What other screens ask for, beside a floor that asks the database the same and has its answer ready. */
export async function screenCalls(
  environment: TestEnvironment,
  recorder: Recorder,
): Promise<Record<string, Call>> {
  const ofClinics = async (
    endpoint: Endpoint,
    work: (clinic: ClinicScope) => Promise<unknown>,
  ): Promise<Call> => {
    const asked = [];
    for (const owner of environment.owners)
      asked.push({
        request: requestFor(endpoint, owner.token),
        statements: await recorder.read(owner, work),
      });
    return { endpoint, shape: "stored", status: 200, asked };
  };
  return {
    "today's list": await ofClinics(todaysConsultations, (clinic) => listToday(clinic, new Date())),
    "dashboard figures": await ofClinics(dashboardFigures, (clinic) =>
      readDashboardFigures(clinic, new Date()),
    ),
    "analytics report": await ofClinics(analytics, (clinic) => readAnalytics(clinic, "all", new Date())),
    notifications: await ofClinics(notifications, listNotifications),
    "admin clinics page": await adminClinics(environment, recorder),
  };
}

async function adminClinics(environment: TestEnvironment, recorder: Recorder): Promise<Call> {
  const [token = ""] = await environment.signIn([adminId]);
  const limit = 25;
  const statements = await recorder.functions(async (databases) => {
    await listClinics(databases, { limit }, new Date());
    await countClinics(databases, {}, new Date());
  });
  const request = requestFor(platformClinics, token, { query: { limit: String(limit) } });
  return { endpoint: platformClinics, shape: "stored", status: 200, asked: [{ request, statements }] };
}

/** Polls whose answer is the one before: each client sends the tag of what it has. */
export async function unchangedPolls({ owners }: TestEnvironment, port: number): Promise<Buffer[]> {
  const polls = [];
  for (const { token } of owners) {
    const request = requestFor(notifications, token, { headers: { "x-klinika-poll": "1" } });
    const line = await Line.open(port);
    await line.ask(bytesOf(request));
    const [, tag = ""] = /\r\netag: (.+)\r\n/i.exec(line.lastAnswer()) ?? [];
    line.close();
    polls.push(bytesOf({ ...request, headers: { ...request.headers, "if-none-match": tag } }));
  }
  return polls;
}
