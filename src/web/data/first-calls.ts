declare global {
  /** Set by public/first-calls.js in the page's head: the calls under way, by address. */
  var firstCalls: Map<string, Promise<Response>> | undefined;
}

/** The answer to a call that the page has begun before its code arrived. Each is taken once. */
export function takeFirstCall(address: string): Promise<Response> | undefined {
  const answer = globalThis.firstCalls?.get(address);
  globalThis.firstCalls?.delete(address);
  return answer;
}

/** What was not asked for while the first screen was read may be out of date when it is. */
export function forgetFirstCalls(): void {
  globalThis.firstCalls?.clear();
}
