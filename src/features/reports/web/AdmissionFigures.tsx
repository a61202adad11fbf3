import { admissionFigures } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";
import { Figures } from "#web/ui/Figures.tsx";
import { FiguresPending } from "./FiguresPending.tsx";
import { inPatients, inPercent } from "./report-words.ts";

/** The four figures above the admissions. */
export function AdmissionFigures() {
  const query = useCall(admissionFigures, {}, { refetchOnMount: "always" });
  const { data } = query;
  if (!data) return <FiguresPending query={query} />;
  const { currentlyAdmitted, dischargedToday, averageStayDays, bedCapacity } = data;
  const beds = bedCapacity === 1 ? "1 bed" : `${formatCount(bedCapacity)} beds`;
  const over = currentlyAdmitted - bedCapacity;
  return (
    <Figures
      items={[
        { label: "Currently Admitted", value: formatCount(currentlyAdmitted), note: "in hospital now" },
        { label: "Discharged Today", value: formatCount(dischargedToday), note: "since midnight" },
        {
          label: "Average Stay (days)",
          value: averageStayDays ?? 0,
          note: averageStayDays === null ? "no admissions yet" : "of all admissions",
        },
        {
          label: "Bed Occupancy",
          value: inPercent(currentlyAdmitted, bedCapacity),
          // A clinic without admissions has no beds.
          note:
            averageStayDays === null && currentlyAdmitted === 0 ? (
              "none yet"
            ) : over > 0 ? (
              <span className="font-medium text-warn">
                {inPatients(over)} more than {beds}
              </span>
            ) : (
              `${formatCount(currentlyAdmitted)} of ${beds}`
            ),
        },
      ]}
    />
  );
}
