import type { ReactNode } from "react";
import { ListDialog, type ListDialogProps, type ListedRow } from "./ListDialog.tsx";
import { type EditedList, type EditedRow, useEditedList } from "./use-edited-list.ts";

/** A button, and what a toast says after the row's name once it was pressed. */
type Press = { label: string; done: string };

/** A list whose rows are active until they are resolved, and may become active again. */
export function StateListDialog<R extends EditedRow>({
  list,
  off = { label: "Resolve", done: "resolved" },
  on = { label: "Active Again", done: "is active again" },
  more = () => ({}),
  empty = list.empty,
  children,
  ...props
}: ListDialogProps & {
  list: EditedList<R>;
  off?: Press;
  on?: Press;
  /** What else a row of this list has. */
  more?: (row: R) => Partial<ListedRow>;
  empty?: string;
  children?: ReactNode;
}) {
  const { rows, dialog, detail, confidentialAct, editing, setState } = useEditedList(list, props);
  const listed = (row: R): ListedRow => {
    const isActive = row.state === "active";
    const { acts = [], ...others } = more(row);
    const [press, state] = isActive ? [off, "resolved"] : [on, "active"];
    return {
      key: String(row.id),
      name: list.nameOf(row),
      detail: detail(row),
      isOver: !isActive,
      isConfidential: row.isConfidential ?? false,
      ...editing(row),
      ...others,
      acts: [
        ...acts,
        ...confidentialAct(row),
        { label: press.label, onPress: () => setState(row, state, press.done) },
      ],
    };
  };
  return (
    <ListDialog {...dialog} empty={empty} rows={rows.map(listed)}>
      {children}
    </ListDialog>
  );
}
