import type { Transporter } from "nodemailer";
import { onceAsync } from "../once-async.ts";
import type { Settings } from "../settings.ts";

export type Letter = {
  /** Stays the same when a letter is sent again, so that a mail server or reader can tell that it is the same. */
  id: string;
  subject: string;
  text: string;
  /** Without it the support address. */
  to?: string;
  replyTo?: { name: string; address: string };
  date: Date;
};

export type Mail = {
  /** @throws MailProblem when the mail server did not take it. */
  send(letter: Letter): Promise<void>;
};

/** Why a letter was not taken, in words that quote neither the letter nor an address. */
export class MailProblem extends Error {
  /** It is the letter or its address, and not the mail server: other letters may be sent. */
  readonly isOfLetter: boolean;

  constructor(message: string, isOfLetter: boolean) {
    super(message);
    this.isOfLetter = isOfLetter;
  }
}

/** From connecting to the server's last word. Far less than a letter stays taken by one server. */
const longestMs = 20_000;

/** The mail server that the settings name; null without one. */
export function openMail({ smtpUrl, smtpFrom, supportEmail }: Settings): Mail | null {
  if (smtpUrl === null || supportEmail === null) return null;
  const url = new URL(smtpUrl);
  const isEncrypted = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const settings = {
    host,
    port: Number(url.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    // Nothing leaves this computer unencrypted; a relay on it is rarely given a certificate of its own.
    ...(isThisComputer(host) ? { ignoreTLS: true } : { requireTLS: true }),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded with the first letter, for most hours have none.
  const loadTransport = onceAsync(
    async (): Promise<Transporter> => (await import("nodemailer")).createTransport(settings),
  );
  const from = { name: "Klinika", address: smtpFrom ?? supportEmail };
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send({ id, subject, text, to = supportEmail, replyTo, date }) {
      if (!isPlainAddress(to))
        throw new MailProblem("The letter's address is not one that can be written to.", true);
      const address = oneLine(replyTo?.address ?? "");
      const transport = await loadTransport();
      await transport
        .sendMail({
          from,
          to,
          ...(replyTo && isPlainAddress(address) && { replyTo: { name: oneLine(replyTo.name), address } }),
          subject: oneLine(subject),
          text,
          date,
          messageId: `<${id}@${domain}>`,
          // Keeps holiday answers from being sent back to it.
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(longestMs),
        })
        .catch((error: unknown) => {
          throw new MailProblem(reasonOf(error), isOfLetter(error, to !== supportEmail));
        });
    },
  };
}

const isThisComputer = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** What a header may hold: no control character, so that nothing typed begins a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** An address without signs that mean something between addresses. */
const isPlainAddress = (address: string) =>
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]+$/u.test(address);

/** A refused address is the letter's, unless it is the one of the settings. */
const isOfLetter = (error: unknown, isToUser: boolean): boolean => {
  const { code = "" } = error as { code?: string };
  return code === "EMESSAGE" || (code === "EENVELOPE" && isToUser);
};

function reasonOf(error: unknown): string {
  const {
    code = "",
    responseCode,
    name = "",
  } = error as { code?: string; responseCode?: number; name?: string };
  const said = responseCode ? ` (it answered ${responseCode})` : "";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server refused the user or password in SMTP_URL${said}. Correct them and start again.`;
    case "EDNS":
      return "No mail server was found under the name in SMTP_URL. Correct it and start again.";
    case "ETLS":
      return "The mail server in SMTP_URL offers no encryption that can be trusted. Name one that does, with the host name of its certificate.";
    case "EENVELOPE":
      return `The mail server refused the sender (SMTP_FROM) or the recipient (SUPPORT_EMAIL)${said}.`;
    case "EMESSAGE":
      return `The mail server refused the message${said}.`;
    case "ECONNECTION":
    case "ESOCKET":
    case "ETIMEDOUT":
    case "EABORT":
    case "EPROTOCOL":
      return "The mail server in SMTP_URL does not answer.";
    default:
      return `The message could not be mailed (${code || name})${said}.`;
  }
}
