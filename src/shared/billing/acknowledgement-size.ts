/** What an acknowledgement is printed on. A thermal roll has no pages: the paper is as long as its content. */
export const acknowledgementSizes = ["A5", "80mm"] as const;
export type AcknowledgementSize = (typeof acknowledgementSizes)[number];
