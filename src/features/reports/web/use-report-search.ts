import { admissionSorts, admissionViews, periods } from "#features/reports/contract.ts";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import type { PageSearch } from "#web/page-search.ts";

const MAX_QUERY = 200;

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** The search parameters of the reports. Unknown ones are ignored. */
const readReportSearch = ({ period, show, q, sort, doctor }: PageSearch) => ({
  period: oneOf(periods, period),
  show: oneOf(admissionViews, show),
  q: q?.slice(0, MAX_QUERY),
  doctor,
  sort: oneOf(admissionSorts, sort),
});

export const useReportSearch = () => useAddressSearch(readReportSearch);
