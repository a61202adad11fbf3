/** What programs and people with bad intentions send where something else is asked for. */
export const hostileValues: unknown[] = [
  ..."\u0000 a\u0000b \ud800 \u202e\u200b %_\\ <script>alert(1)</script> {{7*7}} ../../../../etc/passwd".split(
    " ",
  ),
  ..."http://169.254.169.254/latest/meta-data/ ١٢٣ 𝔓𝔢ñ𝔞 2026-02-30 0000-00-00 99999-01-01 -infinity NaN".split(
    " ",
  ),
  "'; drop table patients; --",
  "' or 1=1 --",
  "=cmd|' /C calc'!A0",
  "\r\nset-cookie: a=b",
  "x".repeat(300_000),
  "9".repeat(40),
  ...[1e308, -1, 0.1, 2 ** 53, true, null],
  ...[[], [[[]]], {}],
  { constructor: { prototype: { isAdmin: true } } },
];

/** Spellings of what a body is, right, odd and wrong. */
export const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=latin1",
  "Application/JSON",
  " application/json",
  "application/json\t",
  "application/json;",
  "application/json ; a=b",
  "application/vnd.api+json",
  "application/x-json",
  "application/jsonp",
  "text/json",
  "text/plain",
  "text/plain;application/json",
  "text/html",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/json, text/plain",
  "*/*",
  "json",
  "/",
  "application/",
];
