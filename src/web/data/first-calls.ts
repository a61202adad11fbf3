declare global {
  /** Set by public/first-calls.js in the page's head: the calls in flight, by address. */
  var firstCalls: Map<string, Promise<Response>> | undefined;
}

/** The response to a call that the page started before its code arrived. Each is used once. */
export function takeFirstCall(address: string): Promise<Response> | undefined {
  const answer = globalThis.firstCalls?.get(address);
  globalThis.firstCalls?.delete(address);
  return answer;
}

/** What was not used for the first screen may be out of date later. */
export function forgetFirstCalls(): void {
  globalThis.firstCalls?.clear();
}
