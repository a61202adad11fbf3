import { addProblem, changeProblem, type Problem, problems } from "#features/clinical-lists/contract.ts";
import { formatPartialDay } from "#shared/clinical/partial-day.ts";
import type { ListDialogProps } from "./ListDialog.tsx";
import { sent } from "./recorded.ts";
import { StateListDialog } from "./StateListDialog.tsx";
import type { EditedList } from "./use-edited-list.ts";

const list: EditedList<Problem> = {
  all: problems,
  add: addProblem,
  change: changeProblem,
  title: "Problems",
  one: "problem",
  empty: "No problems recorded",
  fields: [
    {
      name: "words",
      label: "Problem",
      placeholder: "Hypertension",
      maxLength: 255,
      isRequired: true,
      width: "col-span-2 md:col-span-6",
    },
    { name: "code", label: "ICD-10 code", placeholder: "I10", maxLength: 10, width: "md:col-span-3" },
    { name: "since", label: "Since", placeholder: "2019 or 2019-05", maxLength: 10, width: "md:col-span-3" },
    {
      name: "isConfidential",
      label: "Confidential",
      isConfidentialMark: true,
      width: "col-span-2 md:col-span-12",
    },
  ],
  confidential: "problem",
  nameOf: ({ words }) => words,
  detailOf: ({ code, since }) => [code, since && `since ${formatPartialDay(since)}`],
  typedOf: ({ words, code, since }) => ({ words, code: code ?? "", since: since ?? "" }),
  draftOf: (typed) => ({ words: typed.words ?? "", code: sent(typed, "code"), since: sent(typed, "since") }),
};

export const ProblemsDialog = (props: ListDialogProps) => <StateListDialog {...props} list={list} />;
