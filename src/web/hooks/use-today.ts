import { useEffect, useState } from "react";
import { dayToday, onTimeCorrected } from "../clock.ts";

/** The day in Manila; updated at midnight, also in a tab that stayed open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(dayToday);
  useEffect(() => {
    const look = () => setToday(dayToday());
    const timer = setInterval(look, 60_000);
    const stop = onTimeCorrected(look);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return today;
}
