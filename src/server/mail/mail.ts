import type { Transporter } from "nodemailer";
import { DeliveryProblem } from "../delivery-problem.ts";
import { onceAsync } from "../once-async.ts";
import type { Settings } from "../settings.ts";

export type Letter = {
  /** Unchanged when a mail is sent again, so that servers and readers can detect duplicates. */
  id: string;
  subject: string;
  text: string;
  /** Without it the support address. */
  to?: string;
  replyTo?: { name: string; address: string };
  date: Date;
};

export type Mail = {
  /** @throws DeliveryProblem when the mail server did not accept it */
  send(letter: Letter): Promise<void>;
};

/** For the whole delivery. Far less than the lease of a letter. */
const timeoutMs = 20_000;

/** The mail server of the settings, or null. */
export function openMail({ smtpUrl, smtpFrom, supportEmail }: Settings): Mail | null {
  if (smtpUrl === null || supportEmail === null) return null;
  const url = new URL(smtpUrl);
  const isEncrypted = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const settings = {
    host,
    port: Number(url.port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    // Connections to other computers are encrypted; a local relay rarely has a certificate.
    ...(isThisComputer(host) ? { ignoreTLS: true } : { requireTLS: true }),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded with the first letter, since most hours have none.
  const loadTransport = onceAsync(
    async (): Promise<Transporter> => (await import("nodemailer")).createTransport(settings),
  );
  const from = { name: "Klinika", address: smtpFrom ?? supportEmail };
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send({ id, subject, text, to = supportEmail, replyTo, date }) {
      if (!isPlainAddress(to))
        throw new DeliveryProblem("The letter's address is not one that can be written to.", true);
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
          // Prevents automatic replies.
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(timeoutMs),
        })
        .catch((error: unknown) => {
          throw new DeliveryProblem(reasonOf(error), isOfMessage(error, to !== supportEmail));
        });
    },
  };
}

const isThisComputer = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** Safe for a header: without control characters, so that typed text cannot add headers. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** An address without the separators of address lists. */
const isPlainAddress = (address: string) =>
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]+$/u.test(address);

/** A refused address belongs to the letter, unless it comes from the settings. */
const isOfMessage = (error: unknown, isToUser: boolean): boolean => {
  const { code = "" } = error as { code?: string };
  return code === "EMESSAGE" || (code === "EENVELOPE" && isToUser);
};

function reasonOf(error: unknown): string {
  const {
    code = "",
    responseCode,
    name = "",
  } = error as { code?: string; responseCode?: number; name?: string };
  const status = responseCode ? ` (it answered ${responseCode})` : "";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server refused the user or password in SMTP_URL${status}. Correct them and start again.`;
    case "EDNS":
      return "No mail server was found under the name in SMTP_URL. Correct it and start again.";
    case "ETLS":
      return "The mail server in SMTP_URL offers no encryption that can be trusted. Name one that does, with the host name of its certificate.";
    case "EENVELOPE":
      return `The mail server refused the sender (SMTP_FROM) or the recipient (SUPPORT_EMAIL)${status}.`;
    case "EMESSAGE":
      return `The mail server refused the message${status}.`;
    case "ECONNECTION":
    case "ESOCKET":
    case "ETIMEDOUT":
    case "EABORT":
    case "EPROTOCOL":
      return "The mail server in SMTP_URL does not answer.";
    default:
      return `The message could not be mailed (${code || name})${status}.`;
  }
}
