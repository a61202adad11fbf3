type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** Without keys whose value is undefined. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
