/** Shifts JavaScript's clock of this process by the milliseconds that `by` returns at each reading; the database's clock stays. */
export function moveDate(ahead: (real: number) => number): void {
  const RealDate = Date;
  const now = () => {
    const real = RealDate.now();
    return real + ahead(real);
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given, asked) =>
      Reflect.construct(real, given.length > 0 ? given : [now()], asked) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (real, name) => (name === "now" ? now : Reflect.get(real, name, real)),
  });
}
