/** Why a mail or text message was not accepted. Its message quotes neither the text nor an address or number. */
export class DeliveryProblem extends Error {
  /** The message or its address was refused, but the mail server or gateway works: others may be sent. */
  readonly isOfMessage: boolean;

  constructor(message: string, isOfMessage: boolean) {
    super(message);
    this.isOfMessage = isOfMessage;
  }
}
