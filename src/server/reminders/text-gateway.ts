import { DeliveryProblem } from "../delivery-problem.ts";
import type { Settings } from "../settings.ts";

export type TextMessage = {
  /** E.164, "+639171234567". */
  to: string;
  /** ASCII, so that 160 characters are one message. */
  message: string;
};

export type TextGateway = {
  /** @throws DeliveryProblem when the gateway did not accept it */
  send(text: TextMessage): Promise<void>;
};

/** For the whole request. Far less than the lease of a reminder. */
const timeoutMs = 20_000;
const maxAnswerBytes = 10_000;

/**
 * The gateway that SMS_URL names; null without one. It uses the API of Semaphore (https://api.semaphore.co/docs): a
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
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => {
        throw new DeliveryProblem("The text gateway in SMS_URL does not answer.", false);
      });
      const text = await readStart(answer);
      if (answer.ok && isAccepted(text)) return;
      throw problemOf(answer.status, text);
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
      if (text.length > maxAnswerBytes) break;
    }
  } catch {
    throw new DeliveryProblem("The text gateway in SMS_URL closed the connection early.", false);
  }
  return text;
}

type Taken = { message_id?: unknown; status?: unknown };

function isAccepted(text: string): boolean {
  const answer = parsed(text);
  if (!Array.isArray(answer)) return false;
  const [first] = answer as Taken[];
  return first?.message_id !== undefined && !/^(failed|refunded)$/i.test(String(first.status));
}

function problemOf(status: number, text: string): DeliveryProblem {
  const answer = parsed(text);
  const isAboutNumber =
    (typeof answer === "object" && answer !== null && "number" in answer) || Array.isArray(answer);
  if (isAboutNumber) return new DeliveryProblem("The text gateway refused the number.", true);
  if (status === 401 || status === 403)
    return new DeliveryProblem(
      "The text gateway refused the key in SMS_URL. Correct it and start again.",
      false,
    );
  if (status === 429)
    return new DeliveryProblem("The text gateway accepts no more messages at the moment.", false);
  return new DeliveryProblem(`The text gateway did not accept the message (it answered ${status}).`, false);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
