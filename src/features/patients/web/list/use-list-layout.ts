import { useState } from "react";
import { useCurrentUser } from "#web/data/session.tsx";

export type ListLayout = "cards" | "table";

const keyFor = (userId: number | undefined) => `patientListLayout_${userId ?? ""}`;

/** Cards or table, remembered per user in this browser. Without storage it lasts until the page is closed. */
export function useListLayout() {
  const userId = useCurrentUser().data?.id;
  const [layout, setLayout] = useState<ListLayout>(() => (stored(userId) === "table" ? "table" : "cards"));
  const choose = (next: ListLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(keyFor(userId), next);
    } catch {
      // The choice is then not remembered.
    }
  };
  return [layout, choose] as const;
}

function stored(userId: number | undefined): string | null {
  try {
    return localStorage.getItem(keyFor(userId));
  } catch {
    return null;
  }
}
