const plain = (value: unknown) => JSON.stringify(value === "" ? null : (value ?? null));

/** The fields of `after` that are not as in `before`: sent alone, they leave what others changed meanwhile. */
export const changedFrom = <Sent extends object>(before: Sent, after: Sent): Partial<Sent> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => plain(value) !== plain(before[name as keyof Sent])),
  ) as Partial<Sent>;
