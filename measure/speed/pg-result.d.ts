/** What pg makes of an answer's description and rows; not part of its typed surface. */
declare module "pg/lib/result.js" {
  const Result: { prototype: { addFields(fields: { name: string }[]): void } };
  export default Result;
}
