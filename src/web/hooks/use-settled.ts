import { useEffect, useState } from "react";

/** ms after the last key: laying out a page at every key would delay typing. */
const pause = 180;

/** The value as it was after the last pause in typing. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
