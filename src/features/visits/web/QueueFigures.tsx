import type { Visit } from "#features/visits/contract.ts";
import { Figures } from "#web/ui/Figures.tsx";
import {
  averageWithDoctor,
  dueInWords,
  longestWait,
  owedInWords,
  type QueueGroups,
  timeInState,
} from "./day-words.ts";

/** How many wait, are with the doctor, pay and are done, and for how long. */
export function QueueFigures({ groups, now }: { groups: QueueGroups; now: Date }) {
  const { waiting, withDoctor, forPayment, done } = groups;
  const longest = longestWait(waiting, now);
  const average = averageWithDoctor(done);
  const owed = owedInWords(done);
  return (
    <Figures
      slim
      items={[
        {
          label: "Waiting",
          value: String(waiting.length),
          note: longest ? `longest ${longest}` : "nobody in the queue",
        },
        {
          label: "With doctor",
          value: String(withDoctor.length),
          note: longestNote(withDoctor, now),
        },
        {
          label: "For payment",
          value: String(forPayment.length),
          note: dueInWords(forPayment) ?? longestNote(forPayment, now),
        },
        {
          label: "Done",
          value: String(done.length),
          note: owed ? (
            <span className="text-warn">{owed}</span>
          ) : average === null ? (
            "today"
          ) : (
            `${average} min each`
          ),
        },
      ]}
    />
  );
}

const longestNote = ([first]: readonly Visit[], now: Date) =>
  first ? `for ${timeInState(first, now)}` : "nobody";
