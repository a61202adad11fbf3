import pg from "pg";

const instantAsIso = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace("+00", "Z")}`;
const asText = (text: string) => text;
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: asText,
  [pg.types.builtins.NUMERIC]: asText,
  [pg.types.builtins.TIMESTAMPTZ]: instantAsIso,
};

/** Dates, instants and decimals stay text: a birthday has no time zone and money no binary fraction. */
export const rowTypes = {
  getTypeParser: ((oid: number, format?: "text") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
