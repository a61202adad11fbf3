import { comparedTo, machineSpeed, readBaseline, writeBaseline } from "#measure/report/baseline.ts";
import { group } from "../report/groups.ts";
import { axe } from "./axe.ts";
import { openScreensEnvironment, type ScreensEnvironment } from "./environment.ts";
import { interaction } from "./interaction.ts";
import { lighthouse } from "./lighthouse.ts";
import { size } from "./size.ts";

/** The built screens in a browser. */
export const screens = group<ScreensEnvironment>({
  families: { size, lighthouse, interaction, axe },
  open: openScreensEnvironment,
  async finish(shown, environment) {
    const machine = await machineSpeed(await environment.browser());
    if (process.argv.includes("--write")) await writeBaseline(machine, shown);
    return comparedTo(await readBaseline(), machine, shown);
  },
});
