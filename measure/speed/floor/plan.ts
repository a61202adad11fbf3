/** What the floor answers, as its process is told: the statements of each request, and what becomes of their rows. */
export type FloorPlan = { databaseUrl: string; poolSize: number; calls: FloorCall[] };

export type FloorCall = {
  method: "GET" | "POST";
  /** The rows of the answering statement as a list, its one row, or bytes that are known before. */
  shape: "list" | "one" | "stored";
  /** Of the answer, as the product has it. */
  schema?: object;
  /** All of a request's statements in one transaction. */
  isTransaction?: boolean;
  asked: FloorRequest[];
};

export type FloorRequest = {
  statements: Statement[];
  /** Which of the statements has the answer; the first, if nothing is said. */
  answering?: number;
  status: number;
  headers: Record<string, string>;
  /** The bytes of a `stored` answer. */
  stored?: string;
};

export type Statement = {
  text: string;
  values: unknown[];
  /** Values that come with the request: the place of each, and its name in the body. */
  fromBody?: [place: number, name: string][];
};

/** The floor is asked for a call's request by their places. */
export const floorPath = (call: number, request: number) => `/${call}/${request}`;
