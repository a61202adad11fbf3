/** How a payment was made. */
export const paymentMethods = ["cash", "gcash", "maya", "card", "bank_transfer", "cheque", "hmo"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** `unstated`: Paid-Received was chosen in the patient's record, which does not say how. */
export const storedPaymentMethods = [...paymentMethods, "unstated"] as const;
export type StoredPaymentMethod = (typeof storedPaymentMethods)[number];

export const paymentMethodLabels: Record<StoredPaymentMethod, string> = {
  cash: "Cash",
  gcash: "GCash",
  maya: "Maya",
  card: "Card",
  bank_transfer: "Bank transfer",
  cheque: "Cheque",
  hmo: "HMO",
  unstated: "Not stated",
};
