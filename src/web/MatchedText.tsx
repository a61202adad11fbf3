import { type ReactNode, useMemo } from "react";
import { fold, searchWords } from "#shared/formats/name-search.ts";

/** A text with the search's matches highlighted, folded like the search: "delacruz" highlights "dela Cruz". */
export function MatchedText({ text, search }: { text: string; search: string | undefined }) {
  const pieces = useMemo(() => (search ? marked(text, searchWords(search)) : [text]), [text, search]);
  return <>{pieces}</>;
}

function marked(text: string, words: readonly string[]): ReactNode[] {
  const letters = [...text];
  let folded = "";
  /** For each unit of the folded text, the index of its original character. */
  const origin: number[] = [];
  letters.forEach((letter, index) => {
    for (const unit of fold(letter)) {
      folded += unit;
      origin.push(index);
    }
  });
  const isMarked = letters.map(() => false);
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      const [first = 0, last = 0] = [origin[at], origin[at + word.length - 1]];
      isMarked.fill(true, first, last + 1);
    }

  const pieces: ReactNode[] = [];
  for (let from = 0; from < letters.length; ) {
    let to = from + 1;
    while (to < letters.length && isMarked[to] === isMarked[from]) to += 1;
    const piece = letters.slice(from, to).join("");
    pieces.push(
      isMarked[from] ? (
        <mark
          key={from}
          className="bg-brand-wash text-inherit underline decoration-brand-ring decoration-2 underline-offset-2"
        >
          {piece}
        </mark>
      ) : (
        piece
      ),
    );
    from = to;
  }
  return pieces;
}
