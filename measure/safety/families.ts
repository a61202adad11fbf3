import { adminLogin, login, secretaryLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { group, inTurn } from "#measure/report/groups.ts";
import type { OwnEnvironment } from "#test/harness/environment.ts";
import { proveFileSpoofing } from "#test/safety/file-spoofing.ts";
import { proveForeignSites } from "#test/safety/foreign-sites.ts";
import { proveGenerated } from "#test/safety/generated-requests.ts";
import {
  proveContentTypes,
  proveFormulas,
  proveOwnColumns,
  provePathsOut,
} from "#test/safety/hostile-requests.ts";
import { proveLargestInput } from "#test/safety/largest-input.ts";
import { proveLiveSessions } from "#test/safety/live-sessions.ts";
import { proveMerges } from "#test/safety/merges.ts";
import {
  proveCalls,
  proveClaims,
  proveEdits,
  proveNumbers,
  provePayments,
  proveRepeats,
} from "#test/safety/races.ts";
import { proveSuspendedClinics } from "#test/safety/suspended-clinics.ts";
import { access, rights } from "./access.ts";
import { flushes } from "./flushes.ts";
import { isolation } from "./isolation.ts";
import { kills } from "./kills.ts";
import { proveNotedEvents } from "./noted-events.ts";
import { each, family, openSource } from "./parts.ts";
import { processes } from "./processes.ts";
import { screens } from "./screens.ts";
import { proveTiming } from "./sessions.ts";
import { ssrf } from "./ssrf.ts";
import { statements } from "./statements.ts";

const doors = [login, tokenLogin, adminLogin, staffLogin, secretaryLogin];
const freeGuesses = { env: { FAILED_SIGN_INS_PER_ACCOUNT: "1000000" } };

/** With requests that can be cut off. */
const onWire = (environment: OwnEnvironment) => ({
  ...environment,
  send: (...sent: Parameters<OwnEnvironment["wire"]["send"]>) => environment.wire.send(...sent),
});

/** What must not happen, tested on real servers. */
export const safety = group({
  families: {
    access: family(access, rights),
    isolation,
    sessions: family(
      each(proveLiveSessions),
      each(proveForeignSites),
      each(proveSuspendedClinics),
      each((environment) => proveTiming(environment, doors), freeGuesses),
    ),
    races: family(
      each((environment) =>
        inTurn(
          () => proveClaims(environment),
          () => proveNumbers(environment),
          () => proveCalls(environment),
          () => proveEdits(environment),
          () => proveRepeats(onWire(environment)),
          () => provePayments(onWire(environment)),
        ),
      ),
    ),
    merge: family(each(proveMerges)),
    history: family(each(proveNotedEvents)),
    input: family(
      each(proveFileSpoofing),
      each(proveGenerated),
      each(proveContentTypes),
      each(proveOwnColumns),
      each(provePathsOut),
      each(proveFormulas),
      ssrf,
      statements,
    ),
    hostile: family(each(proveLargestInput)),
    screens,
    faults: family(kills, flushes),
    processes,
  },
  open: openSource,
});
