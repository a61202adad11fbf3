import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import { readPatientSearch } from "./patient-search.ts";

/** The list's filters. */
export const usePatientSearch = () => useAddressSearch(readPatientSearch);
