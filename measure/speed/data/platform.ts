import { Random } from "#scripts/demo/random.ts";

/** A platform of a size: which clinics there are, and which of the patients, in the order they came, is whose. */
export type Platform = {
  size: number;
  clinics: Clinic[];
  /** By the patient's place in time, the place of the clinic in `clinics`. */
  clinicOf: Uint16Array;
};

export type Clinic = {
  id: number;
  ownerId: number;
  /** The secretary. */
  staffId: number;
  isBig: boolean;
  /** Places in time of its patients, oldest first. */
  patients: number[];
};

/** What an ordinary clinic has, whatever the platform's size, so that its speed can be compared. */
export const ORDINARY = 4522;

/** Ids of rows made here end below; what a measurement adds lies above, and is taken away after it. */
export const LAST_MADE_ID = 100_000_000;

export const patientId = (place: number) => 1_000_001 + place;
export const adminId = 2001;

/**
 * A tenth of all patients are one clinic's, the rest lie in ordinary ones. A platform that is smaller than two of
 * them is one ordinary clinic.
 */
export function platformOf(size: number): Platform {
  const isAlone = size < 2 * ORDINARY;
  const big = isAlone ? 0 : Math.round(size / 10);
  const others = isAlone ? 1 : Math.max(1, Math.round((size - big) / ORDINARY));
  const quotas = Array.from({ length: others }, (_, place) =>
    Math.floor((size - big) / others + (place < (size - big) % others ? 1 : 0)),
  );
  if (big > 0) quotas.unshift(big);
  const clinicOf = new Uint16Array(size);
  let next = 0;
  for (const [clinic, quota] of quotas.entries()) {
    clinicOf.fill(clinic, next, next + quota);
    next += quota;
  }
  shuffle(clinicOf);
  const clinics = quotas.map(
    (_, place): Clinic => ({
      id: 1001 + place,
      ownerId: 3001 + 2 * place,
      staffId: 3002 + 2 * place,
      isBig: big > 0 && place === 0,
      patients: [],
    }),
  );
  for (const [place, clinic] of clinicOf.entries()) clinics[clinic]?.patients.push(place);
  return { size, clinics, clinicOf };
}

/** Patients of all clinics come mixed, as on a real platform, so that a clinic's rows lie apart from each other. */
function shuffle(places: Uint16Array): void {
  const random = new Random(20_261_122);
  for (let last = places.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    const held = places[last] ?? 0;
    places[last] = places[other] ?? 0;
    places[other] = held;
  }
}
