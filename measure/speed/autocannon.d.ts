/** The part of autocannon's API that is used; it has no types. */
declare module "autocannon" {
  export type Request = { method: string; path: string; headers: Record<string, string>; body?: string };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between checks whether the time is over. */
    sampleInt: number;
    /** Whether [<id>] in a request is replaced by a unique id. */
    idReplacement: boolean;
    setupClient: (client: { setRequests(requests: Request[]): void }) => void;
  };
  type Run = Promise<object> & {
    on(event: "response", heard: (client: object, status: number, bytes: number, ms: number) => void): Run;
    on(event: "reqError", heard: (error: Error) => void): Run;
  };
  export default function autocannon(options: Options): Run;
}
