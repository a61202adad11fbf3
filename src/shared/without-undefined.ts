type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** What was sent: a key that is undefined was not. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
