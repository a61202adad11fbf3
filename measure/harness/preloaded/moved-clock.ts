/**
 * Preloaded: sets today's time to PROVE_CLOCK (HH:MM:SS, UTC), from which it continues. Only JavaScript's clock is
 * moved, not the database's.
 */
const RealDate = Date;
const [hours = 0, minutes = 0, seconds = 0] = (process.env.PROVE_CLOCK ?? "").split(":").map(Number);
const ahead = new RealDate().setUTCHours(hours, minutes, seconds, 0) - RealDate.now();

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, asked) =>
    Reflect.construct(real, given.length > 0 ? given : [RealDate.now() + ahead], asked) as Date,
  apply: () => new RealDate(RealDate.now() + ahead).toString(),
  get: (real, name) => (name === "now" ? () => RealDate.now() + ahead : Reflect.get(real, name, real)),
});
