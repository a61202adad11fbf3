import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { type DuplicateQuestion, findDuplicates, type LikelyDuplicate } from "#features/patients/contract.ts";
import { parsePhilHealthNumber } from "#shared/clinical/philhealth-number.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { fold } from "#shared/formats/name-search.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { call } from "#web/data/api.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { queryKeyOf } from "#web/data/calls.ts";
import { useSettled } from "#web/hooks/use-settled.ts";
import type { PatientForm } from "./patient-form.ts";

/** Milliseconds after the last key. */
const PAUSE = 350;

export const duplicatesKey = (question: string) => [...queryKeyOf(findDuplicates), question];

const none: readonly LikelyDuplicate[] = [];

/**
 * Registered patients who may be the one in the form. Queried while name, birthday, phone or PhilHealth number are
 * typed. Failures are ignored, since the warning is optional.
 */
export function useLikelyDuplicates(form: PatientForm): readonly LikelyDuplicate[] {
  const [patientName, birthday, contactNumber, philhealthNumber] = useWatch({
    control: form.control,
    name: ["patientName", "birthday", "contactNumber", "philhealthNumber"],
  });
  const question = useSettled(questionOf({ patientName, birthday, contactNumber, philhealthNumber }), PAUSE);
  const isEnabled = question !== "{}";
  const { data } = useQuery<LikelyDuplicate[], ApiError>({
    queryKey: duplicatesKey(question),
    queryFn: async ({ signal }) =>
      (await call(findDuplicates, { body: JSON.parse(question) as DuplicateQuestion }, { signal })).data,
    enabled: isEnabled,
    // The previous result stays visible while the next one loads.
    placeholderData: keepPreviousData,
    // New patients are registered meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  return isEnabled && data ? data : none;
}

/** As text, so that an unchanged query has the same key. A name from four letters on, a number when it is complete. */
export function questionOf(
  typed: { [Field in keyof DuplicateQuestion]?: string | null | undefined },
): string {
  const name = typed.patientName ?? "";
  const birthday = typed.birthday ?? "";
  const hasName = fold(name).length >= 4;
  const contactNumber = parsePhone(typed.contactNumber ?? "");
  const philhealthNumber = parsePhilHealthNumber(typed.philhealthNumber ?? "");
  return JSON.stringify({
    ...(hasName && { patientName: name.trim().slice(0, 255) }),
    ...(contactNumber && { contactNumber }),
    ...(philhealthNumber && { philhealthNumber }),
    ...((hasName || contactNumber) && isCalendarDay(birthday) && { birthday }),
  } satisfies DuplicateQuestion);
}
