import { adminLogin, login, secretaryLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
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

const sessions = async (house: House): Promise<Figure[]> => {
  const free = { env: { FAILED_SIGN_INS_PER_ACCOUNT: "1000000" } };
  const doors = [login, tokenLogin, adminLogin, staffLogin, secretaryLogin];
  return [
    ...(await onGround(house, proveLiveSessions)),
    ...(await onGround(house, proveForeignSites)),
    ...(await onGround(house, proveShutClinics)),
    ...(await onGround(house, (ground) => proveLockOut(ground, () => ground.restart()))),
    ...(await onGround(house, (ground) => proveTiming(ground, doors), free)),
  ];
};

const races = (house: House): Promise<Figure[]> =>
  onGround(house, async (ground) => [
    ...(await proveClaims(ground)),
    await proveNumbers(ground),
    await proveEdits(ground),
    ...(await proveRepeats(ground, (request, cut) => ground.wire.send(request, cut))),
  ]);

const history = async (house: House): Promise<Figure[]> => [
  await onGround(house, proveEvents),
  ...(await onGround(house, proveChain)),
  ...(await onGround(house, provePlantedNames)),
];

const input = async (house: House): Promise<Figure[]> => [
  ...(await onGround(house, proveDisguises)),
  ...(await onGround(house, proveGenerated)),
  ...(await onGround(house, async (ground) => [
    await proveContentTypes(ground),
    ...(await proveOwnColumns(ground)),
    ...(await provePathsOut(ground)),
    ...(await proveFormulas(ground)),
  ])),
  ...(await proveReaches(house)),
  ...(await statements(house)),
];

const faults = async (house: House): Promise<Figure[]> => [
  ...(await proveKills(house)),
  ...(await provePowerCuts(house)),
  ...(await onGround(house, (ground) => proveLostDatabase(ground, ground.many(60)))),
  ...(await proveLostStores(house)),
  ...(await proveFullDisk(house)),
  await proveFlushes(house),
  await proveUnsafeSettings(),
];

/** By name, in the order of the table. */
export const families: Record<string, (house: House) => Promise<Figure[]>> = {
  access,
  isolation,
  sessions,
  races,
  history,
  input,
  screens,
  time: proveClocks,
  faults,
  processes,
};
