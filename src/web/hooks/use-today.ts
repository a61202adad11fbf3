import { useEffect, useState } from "react";
import { manilaDay } from "#shared/formats/dates.ts";

/** The day in Manila; updated at midnight, also in a tab that stayed open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => manilaDay(new Date()));
  useEffect(() => {
    const look = () => setToday(manilaDay(new Date()));
    const timer = setInterval(look, 60_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return today;
}
