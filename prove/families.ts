import { adminLogin, login, secretaryLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { inTurn } from "#figures/command.ts";
import type { Figure } from "#figures/figure.ts";
import { access } from "./access.ts";
import { proveClocks } from "./clocks.ts";
import { proveDisguises } from "./disguises.ts";
import { proveFullDisk } from "./disk-full.ts";
import { proveLostDatabase, proveLostStores, proveUnsafeSettings } from "./faults.ts";
import { proveFlushes } from "./flushes.ts";
import { proveForeignSites } from "./foreign-sites.ts";
import { type House, onGround } from "./ground.ts";
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
import { proveReaches } from "./reaches.ts";
import { screens } from "./screens.ts";
import { proveLiveSessions, proveLockOut, proveTiming } from "./sessions.ts";
import { proveShutClinics } from "./shut-clinics.ts";
import { statements } from "./statements.ts";

const sessions = (house: House): Promise<Figure[]> => {
  const free = { env: { FAILED_SIGN_INS_PER_ACCOUNT: "1000000" } };
  const doors = [login, tokenLogin, adminLogin, staffLogin, secretaryLogin];
  return inTurn(
    () => onGround(house, proveLiveSessions),
    () => onGround(house, proveForeignSites),
    () => onGround(house, proveShutClinics),
    () => onGround(house, (ground) => proveLockOut(ground, () => ground.restart())),
    () => onGround(house, (ground) => proveTiming(ground, doors), free),
  );
};

const races = (house: House): Promise<Figure[]> =>
  onGround(house, (ground) =>
    inTurn(
      () => proveClaims(ground),
      () => proveNumbers(ground),
      () => proveEdits(ground),
      () => proveRepeats(ground, (request, cut) => ground.wire.send(request, cut)),
    ),
  );

const history = (house: House): Promise<Figure[]> =>
  inTurn(
    () => onGround(house, proveEvents),
    () => onGround(house, proveChain),
    () => onGround(house, provePlantedNames),
  );

const input = (house: House): Promise<Figure[]> =>
  inTurn(
    () => onGround(house, proveDisguises),
    () => onGround(house, proveGenerated),
    () =>
      onGround(house, (ground) =>
        inTurn(
          () => proveContentTypes(ground),
          () => proveOwnColumns(ground),
          () => provePathsOut(ground),
          () => proveFormulas(ground),
        ),
      ),
    () => proveReaches(house),
    () => statements(house),
  );

const faults = (house: House): Promise<Figure[]> =>
  inTurn(
    () => proveKills(house),
    () => provePowerCuts(house),
    () => onGround(house, (ground) => proveLostDatabase(ground, ground.many(60))),
    () => proveLostStores(house),
    () => proveFullDisk(house),
    () => proveFlushes(house),
    () => proveUnsafeSettings(),
  );

/** By name, in the order of the table. */
export const families: Record<string, (house: House) => Promise<Figure[]>> = {
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
