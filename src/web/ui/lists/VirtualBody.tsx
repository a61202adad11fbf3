import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";

/** Renders the visible rows and reserves the height of the others. */
export function VirtualBody({
  count,
  columns,
  draw,
}: {
  count: number;
  columns: number;
  draw: (index: number) => ReactNode;
}) {
  "use no memo";
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body.current?.closest("[data-scroll-box]") ?? null,
    estimateSize: () => 46,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody ref={body}>
      {before > 0 && <Gap height={before} columns={columns} />}
      {items.map(({ index }) => draw(index))}
      {after > 0 && <Gap height={after} columns={columns} />}
    </tbody>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row, without anything to focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
