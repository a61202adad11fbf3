import { createContext, use, useEffect } from "react";

/** What a Field provides to its control. */
interface FieldWiring {
  id: string;
  /** ids of hint, error and flag lines. */
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  /** A control's own error ("There is no February 30."), shown instead of the field's. */
  report: (problem: string | undefined) => void;
}

export const FieldContext = createContext<FieldWiring | null>(null);

interface OwnAttributes {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
}

/** The id and aria attributes of a control: its own if given, else those of the surrounding Field. */
export function useFieldWiring(own: OwnAttributes = {}) {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    "aria-describedby": [own["aria-describedby"], field?.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": own["aria-invalid"] ?? (field?.invalid ? true : undefined),
    "aria-required": field?.required ? true : undefined,
  };
}

/** Shows the control's own error in the Field's error line. */
export function useReportProblem(problem: string | undefined) {
  const report = use(FieldContext)?.report;
  useEffect(() => {
    report?.(problem);
    return () => report?.(undefined);
  }, [report, problem]);
}
