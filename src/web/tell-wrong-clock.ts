import { formatInstant } from "#shared/formats/dates.ts";
import { dateNow, deviceTime } from "./clock.ts";
import { notify } from "./ui/overlays/notify.ts";

/** ms. Longer than other toasts: it is shown once. */
const duration = 30_000;

/** Says that the device's clock is wrong, and that Klinika does not follow it. */
export function tellWrongClock(): void {
  notify({
    kind: "warning",
    title: "This device's clock is wrong",
    description: `It says ${formatInstant(new Date(deviceTime()))}. Klinika uses the correct time, ${formatInstant(dateNow())}. Please set the clock in the device's settings.`,
    duration,
  });
}
