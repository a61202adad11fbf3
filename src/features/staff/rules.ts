const alphabet = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));

/** A to Z, then AA to ZZ: a new doctor gets the first that nobody of the clinic has or had. */
const doctorLetters = [...alphabet, ...alphabet.flatMap((first) => alphabet.map((second) => first + second))];

export const nextLetter = (doctors: readonly { letter: string }[]): string =>
  doctorLetters.find((letter) => doctors.every((doctor) => doctor.letter !== letter)) ?? "";
