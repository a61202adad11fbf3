import { adminLogin, login, secretaryLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { inTurn } from "#measure/harness/command.ts";
import type { Figure } from "#measure/report/figure.ts";
import { access } from "./access.ts";
import { proveClocks } from "./clocks.ts";
import { proveFullDisk } from "./disk-full.ts";
import { proveLostDatabase, proveLostStores, proveUnsafeSettings } from "./faults.ts";
import { proveFileSpoofing } from "./file-spoofing.ts";
import { proveFlushes } from "./flushes.ts";
import { proveForeignSites } from "./foreign-sites.ts";
import { proveChain, proveEvents } from "./history.ts";
import { hostile } from "./hostile.ts";
import { proveContentTypes, proveFormulas, proveOwnColumns, provePathsOut } from "./hostile-requests.ts";
import { proveGenerated } from "./input.ts";
import { isolation } from "./isolation.ts";
import { proveKills } from "./kills.ts";
import { provePlantedNames } from "./planted-names.ts";
import { provePowerCuts } from "./power-cut.ts";
import { processes } from "./processes.ts";
import { proveClaims, proveEdits, proveNumbers, proveRepeats } from "./races.ts";
import { screens } from "./screens.ts";
import { proveLiveSessions, proveLockOut, proveTiming } from "./sessions.ts";
import { proveSsrf } from "./ssrf.ts";
import { statements } from "./statements.ts";
import { proveSuspendedClinics } from "./suspended-clinics.ts";
import { type EnvironmentSource, inEnvironment } from "#measure/harness/environment.ts";

const sessions = (source: EnvironmentSource): Promise<Figure[]> => {
  const free = { env: { FAILED_SIGN_INS_PER_ACCOUNT: "1000000" } };
  const doors = [login, tokenLogin, adminLogin, staffLogin, secretaryLogin];
  return inTurn(
    () => inEnvironment(source, proveLiveSessions),
    () => inEnvironment(source, proveForeignSites),
    () => inEnvironment(source, proveSuspendedClinics),
    () => inEnvironment(source, (environment) => proveLockOut(environment, () => environment.restart())),
    () => inEnvironment(source, (environment) => proveTiming(environment, doors), free),
  );
};

const races = (source: EnvironmentSource): Promise<Figure[]> =>
  inEnvironment(source, (environment) =>
    inTurn(
      () => proveClaims(environment),
      () => proveNumbers(environment),
      () => proveEdits(environment),
      () => proveRepeats(environment, (request, cut) => environment.wire.send(request, cut)),
    ),
  );

const history = (source: EnvironmentSource): Promise<Figure[]> =>
  inTurn(
    () => inEnvironment(source, proveEvents),
    () => inEnvironment(source, proveChain),
    () => inEnvironment(source, provePlantedNames),
  );

const input = (source: EnvironmentSource): Promise<Figure[]> =>
  inTurn(
    () => inEnvironment(source, proveFileSpoofing),
    () => inEnvironment(source, proveGenerated),
    () =>
      inEnvironment(source, (environment) =>
        inTurn(
          () => proveContentTypes(environment),
          () => proveOwnColumns(environment),
          () => provePathsOut(environment),
          () => proveFormulas(environment),
        ),
      ),
    () => proveSsrf(source),
    () => statements(source),
  );

const faults = (source: EnvironmentSource): Promise<Figure[]> =>
  inTurn(
    () => proveKills(source),
    () => provePowerCuts(source),
    () => inEnvironment(source, (environment) => proveLostDatabase(environment, environment.many(60))),
    () => proveLostStores(source),
    () => proveFullDisk(source),
    () => proveFlushes(source),
    () => proveUnsafeSettings(),
  );

/** By name, in the order of the table. */
export const families: Record<string, (source: EnvironmentSource) => Promise<Figure[]>> = {
  access,
  isolation,
  sessions,
  races,
  history,
  input,
  hostile,
  screens,
  time: proveClocks,
  faults,
  processes,
};
