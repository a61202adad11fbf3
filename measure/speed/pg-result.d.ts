/** How pg builds a result from row descriptions and rows; not part of its typed API. */
declare module "pg/lib/result.js" {
  const Result: { prototype: { addFields(fields: { name: string }[]): void } };
  export default Result;
}
