/** What ends a text, a number, a list or a comment in SQL that was concatenated. */
const ends = ["'", '"', "`", "$$", "\\'", "'''", ")", "'))", "%'", "\u2019", "1", "*/", "];", "\\"];
const acts = [
  " or 1=1",
  " or 'a'='a",
  " and false",
  "; drop table patients",
  "; update users set role = 'admin'",
  "; delete from record_history",
  " union select null, null",
  " union all select token_hash from sessions",
  "; copy users to '/tmp/out'",
  " || (select version())",
  " and pg_sleep(9) is null",
  "; set role postgres",
  "; reset app.clinic_id",
  " order by 99",
  "::integer",
  "; select set_config('app.clinic_id', '1', false)",
  ", (select password_hash from credentials limit 1)",
  " limit 0 offset 9",
];
const tails = ["", "--", " -- ", "/*", "#", ";", "'", "$1"];

/** More than two thousand, all different. */
export const sqlPayloads: readonly string[] = ends.flatMap((end) =>
  acts.flatMap((act) => tails.map((tail) => `x${end}${act}${tail}`)),
);

/** Plain words, from one to many, and one of each length, for searches and limits of length. */
export function harmlessTwins(payloads: readonly string[]): string[] {
  const lengths = payloads.map((text) => "x".repeat(text.length));
  const words = Array.from({ length: 20 }, (_, at) => `word${String.fromCodePoint(97 + at)}`);
  const sentences = words.flatMap((_, at) => {
    const some = words.slice(0, at + 1);
    return [some.join(" "), some.map((word) => word.slice(-1)).join(" ")];
  });
  return [...new Set([...lengths, ...sentences, "1", "7 7"])];
}
