import type { PatientListItem } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { birthdaysMeant, formatDay } from "#shared/formats/dates.ts";
import { fold, searchWords } from "#shared/formats/name-search.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { phoneSpellings } from "#shared/formats/phone-search.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { MatchedText } from "#web/MatchedText.tsx";
import { Initials } from "#web/ui/Initials.tsx";

export type FindablePatient = Pick<
  PatientListItem,
  "id" | "patientName" | "admissionNo" | "age" | "birthday" | "sex" | "patientPhoto"
> &
  Partial<Pick<PatientListItem, "contactNumber" | "hospital" | "preopDiagnosis" | "postopDiagnosis">>;

/** Why the search matched, when neither name nor number shows it. */
function foundOtherwise(patient: FindablePatient, search: string): string | undefined {
  const words = searchWords(search);
  const born = birthdaysMeant(search);
  const { birthday } = patient;
  if (born && birthday && born.from <= birthday && birthday <= born.to) return `born ${formatDay(birthday)}`;
  const holds = (text: string) => words.some((word) => fold(text).includes(word));
  if (holds(patient.patientName) || holds(patient.admissionNo)) return undefined;
  const { contactNumber, hospital, preopDiagnosis, postopDiagnosis } = patient;
  if (contactNumber && phoneSpellings(contactNumber).some(holds)) return formatPhone(contactNumber);
  const text = [hospital, postopDiagnosis, preopDiagnosis].find((known) => known && holds(known));
  return text && text.length > 80 ? `${text.slice(0, 80)}…` : (text ?? undefined);
}

/** One search result, with enough to tell two patients of the same name apart. */
export function FoundPatient({
  patient,
  search,
  today,
}: {
  patient: FindablePatient;
  search: string | undefined;
  today: string;
}) {
  const otherwise = search ? foundOtherwise(patient, search) : undefined;
  return (
    <>
      <Initials name={patient.patientName} of="patient" src={patient.patientPhoto} />
      <span className="min-w-0 flex-1">
        <b className="block font-medium text-balance wrap-anywhere">
          <MatchedText text={patient.patientName} search={search} />
        </b>
        <span className="block text-sm text-ink-3 tabular-nums wrap-anywhere">
          {ageSex(patient, today)} · <MatchedText text={patient.admissionNo} search={search} />
          {otherwise && (
            <>
              {" · "}
              <MatchedText text={otherwise} search={search} />
            </>
          )}
        </span>
      </span>
    </>
  );
}

/** Search results, to choose one of. */
export function FoundPatients({
  patients,
  search,
  onChoose,
  addingId = null,
  taken,
}: {
  patients: readonly PatientListItem[];
  search: string | undefined;
  onChoose: (patient: PatientListItem) => void;
  /** Chosen, and being saved. */
  addingId?: number | null;
  /** Who cannot be chosen, and why. */
  taken?: { ids: ReadonlySet<number>; why: string };
}) {
  const today = useToday();
  return (
    <ul aria-label="Patients" className="-mx-2">
      {patients.map((patient) => {
        const isTaken = taken?.ids.has(patient.id) ?? false;
        return (
          <li key={patient.id} className="border-line not-first:border-t">
            <button
              type="button"
              disabled={isTaken}
              aria-busy={addingId === patient.id}
              onClick={() => onChoose(patient)}
              className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-paper focus-visible:-outline-offset-2 disabled:opacity-60"
            >
              <FoundPatient {...{ patient, search, today }} />
              {isTaken && <span className="shrink-0 text-sm text-ink-3">{taken?.why}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
