import * as z from "zod/mini";
import { admissionSorts, admissionViews, periods } from "#features/reports/contract.ts";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.catch(z.optional(z.enum(words)), undefined);

/** The search parameters of the reports. Unknown ones are ignored. */
const ReportSearch = z.object({
  period: oneOf(periods),
  show: oneOf(admissionViews),
  q: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform((value) => String(value).slice(0, 200) || undefined),
      ),
    ),
    undefined,
  ),
  sort: oneOf(admissionSorts),
});

const readReportSearch = (raw: unknown) => ReportSearch.parse(raw);

export const useReportSearch = () => useAddressSearch(readReportSearch);
