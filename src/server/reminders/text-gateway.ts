import type { Settings } from "../settings.ts";

export type TextMessage = {
  /** E.164, "+639171234567". */
  to: string;
  /** ASCII, so that 160 characters are one message. */
  message: string;
};

export type TextGateway = {
  /** @throws TextProblem when the gateway did not take it. */
  send(text: TextMessage): Promise<void>;
};

/** Why a text was not taken, in words that quote neither the text nor a number. */
export class TextProblem extends Error {
  /** It is the number, and not the gateway: other texts may be sent. */
  readonly isOfMessage: boolean;

  constructor(message: string, isOfMessage: boolean) {
    super(message);
    this.isOfMessage = isOfMessage;
  }
}

/** From connecting to the last word. Far less than a reminder stays taken by one server. */
const longestMs = 20_000;
const mostOfAnswer = 10_000;

/**
 * The gateway that SMS_URL names; null without one. It speaks the form of Semaphore (https://api.semaphore.co/docs): a
 * POST of `apikey`, `number`, `message` and `sendername`, answered with a list that has a `message_id` for each number.
 */
export function openTextGateway({ smsUrl }: Pick<Settings, "smsUrl">): TextGateway | null {
  if (smsUrl === null) return null;
  const url = new URL(smsUrl);
  const key = decodeURIComponent(url.username);
  const sender = url.searchParams.get("sendername");
  url.username = "";
  url.search = "";
  return {
    async send({ to, message }) {
      const form = new URLSearchParams({ apikey: key, number: to.replace("+", ""), message });
      if (sender) form.set("sendername", sender);
      const answer = await fetch(url, {
        method: "POST",
        body: form,
        redirect: "error",
        signal: AbortSignal.timeout(longestMs),
      }).catch(() => {
        throw new TextProblem("The text gateway in SMS_URL does not answer.", false);
      });
      const said = await readStart(answer);
      if (answer.ok && isTaken(said)) return;
      throw problemOf(answer.status, said);
    },
  };
}

async function readStart({ body }: Response): Promise<string> {
  let text = "";
  if (!body) return text;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > mostOfAnswer) break;
    }
  } catch {
    throw new TextProblem("The text gateway in SMS_URL ended its answer early.", false);
  }
  return text;
}

type Taken = { message_id?: unknown; status?: unknown };

function isTaken(said: string): boolean {
  const answer = parsed(said);
  if (!Array.isArray(answer)) return false;
  const [first] = answer as Taken[];
  return first?.message_id !== undefined && !/^(failed|refunded)$/i.test(String(first.status));
}

function problemOf(status: number, said: string): TextProblem {
  const answer = parsed(said);
  const isAboutNumber =
    (typeof answer === "object" && answer !== null && "number" in answer) || Array.isArray(answer);
  if (isAboutNumber) return new TextProblem("The text gateway refused the number.", true);
  if (status === 401 || status === 403)
    return new TextProblem("The text gateway refused the key in SMS_URL. Correct it and start again.", false);
  if (status === 429)
    return new TextProblem("The text gateway takes no more messages for the moment.", false);
  return new TextProblem(`The text gateway did not accept the message (it answered ${status}).`, false);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
