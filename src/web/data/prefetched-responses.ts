type AskedAhead = {
  token: string | null;
  askedAt: number;
  answers: Partial<Record<string, Promise<Response>>>;
};

/** ms for which an answer may stand for one that is asked for now. */
const usableFor = 30_000;

const place = globalThis as { askedAhead?: AskedAhead | undefined };

/** What public/ask-ahead.js has asked for with the same token, once; nothing where it was another call, or is old. */
export function takeAskedAhead(address: string, token: string | null): Promise<Response> | undefined {
  const { askedAhead } = place;
  const answer = askedAhead?.answers[address];
  if (!askedAhead || !answer) return undefined;
  delete askedAhead.answers[address];
  return askedAhead.token === token && performance.now() - askedAhead.askedAt < usableFor
    ? answer
    : undefined;
}

/** After a change, or for another user, they are answers of before. */
export function forgetAskedAhead(): void {
  place.askedAhead = undefined;
}
