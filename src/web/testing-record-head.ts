import type { RecordHead } from "#features/record-head/contract.ts";

/** For tests: the head of a record without a visit today, in a clinic with all steps of the queue. */
export const aRecordHead = (changed: Partial<RecordHead> = {}): RecordHead => ({
  visit: null,
  isWritten: false,
  owed: [],
  hasVitalsStep: true,
  hasPaymentStep: true,
  visits: 0,
  firstVisit: null,
  guardian: null,
  discount: null,
  hmo: null,
  results: 0,
  files: 0,
  papers: 0,
  bills: 0,
  appointments: 0,
  family: 0,
  newResults: 0,
  ...changed,
});
