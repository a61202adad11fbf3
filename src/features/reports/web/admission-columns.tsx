import type { Admission } from "#features/reports/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { AdmissionBadge } from "#web/clinical/AdmissionBadge.tsx";
import { MatchedText } from "#web/MatchedText.tsx";
import type { Column } from "#web/ui/lists/Table.tsx";
import { inDays, stayDays } from "./report-words.ts";

/** The columns of the admissions, with search matches highlighted, sortable where the list is. */
export function admissionColumns(
  today: string,
  {
    search,
    sortsByStay = false,
    isSorted = false,
  }: { search?: string | undefined; sortsByStay?: boolean; isSorted?: boolean } = {},
): Column<Admission>[] {
  return [
    {
      id: "admissionNo",
      header: "Admission #",
      className: "whitespace-nowrap tabular-nums text-ink-2",
      cell: ({ admissionNo }) => <MatchedText text={admissionNo} search={search} />,
    },
    {
      id: "patient",
      header: "Patient",
      width: "22%",
      cell: (admission) => (
        <>
          <span className="block text-md/4.5 font-medium text-balance">
            <MatchedText text={admission.patientName} search={search} />
          </span>
          <span className="block text-xs font-normal text-ink-3 tabular-nums">
            {ageSex(admission, today)}
          </span>
        </>
      ),
    },
    {
      id: "hospital",
      header: "Hospital",
      width: "20%",
      sortable: isSorted,
      cell: ({ hospital, roomNumber }) => (
        <>
          <MatchedText text={hospital} search={search} />
          {roomNumber && (
            <span className="text-ink-3">
              {" · "}
              <span className="whitespace-nowrap">Room {roomNumber}</span>
            </span>
          )}
        </>
      ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ admissionStatus }) => <AdmissionBadge status={admissionStatus} />,
    },
    {
      id: "duration",
      header: "Duration",
      className: "whitespace-nowrap tabular-nums",
      sortable: isSorted && sortsByStay,
      cell: (admission) => (
        <>
          {inDays(admission.days)}
          <span className="block text-xs text-ink-3">{stayDays(admission)}</span>
        </>
      ),
    },
    {
      id: "diagnosis",
      header: "Diagnosis",
      width: "20%",
      className: "text-ink-2",
      cell: ({ diagnosis }) => (
        <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
          <MatchedText text={diagnosis ?? ""} search={search} />
        </span>
      ),
    },
    {
      id: "attending",
      header: "Attending",
      width: "13%",
      cell: ({ attending }) => attending,
    },
  ];
}
