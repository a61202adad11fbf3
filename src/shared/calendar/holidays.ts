export type Holiday = {
  day: string;
  name: string;
  kind: "regular" | "special";
  source: string;
};

const proclaimed2026 = "Proclamation 1006, s. 2025";
/** Holidays that are fixed by law. A clinic adds proclaimed ones, such as Eid, itself. */
const byLaw = "RA 9492, RA 10966, RA 9256";

const listed = (source: string, kind: Holiday["kind"], days: Record<string, string>): Holiday[] =>
  Object.entries(days).map(([day, name]) => ({ day, name, kind, source }));

/** National holidays in order. Clinics are closed on them unless they add an exception. */
export const holidays: readonly Holiday[] = [
  ...listed(proclaimed2026, "regular", {
    "2026-01-01": "New Year's Day",
    "2026-04-02": "Maundy Thursday",
    "2026-04-03": "Good Friday",
    "2026-04-09": "Day of Valor",
    "2026-05-01": "Labor Day",
    "2026-06-12": "Independence Day",
    "2026-08-31": "National Heroes Day",
    "2026-11-30": "Bonifacio Day",
    "2026-12-25": "Christmas Day",
    "2026-12-30": "Rizal Day",
  }),
  ...listed(proclaimed2026, "special", {
    "2026-02-17": "Chinese New Year",
    "2026-04-04": "Black Saturday",
    "2026-08-21": "Ninoy Aquino Day",
    "2026-11-01": "All Saints' Day",
    "2026-11-02": "All Souls' Day",
    "2026-12-08": "Immaculate Conception",
    "2026-12-24": "Christmas Eve",
    "2026-12-31": "Last Day of the Year",
  }),
  ...listed(byLaw, "regular", {
    "2027-01-01": "New Year's Day",
    "2027-03-25": "Maundy Thursday",
    "2027-03-26": "Good Friday",
    "2027-04-09": "Day of Valor",
    "2027-05-01": "Labor Day",
    "2027-06-12": "Independence Day",
    "2027-08-30": "National Heroes Day",
    "2027-11-30": "Bonifacio Day",
    "2027-12-25": "Christmas Day",
    "2027-12-30": "Rizal Day",
  }),
  ...listed(byLaw, "special", {
    "2027-08-21": "Ninoy Aquino Day",
    "2027-11-01": "All Saints' Day",
    "2027-12-08": "Immaculate Conception",
    "2027-12-31": "Last Day of the Year",
  }),
  ...listed(byLaw, "regular", {
    "2028-01-01": "New Year's Day",
    "2028-04-09": "Day of Valor",
    "2028-04-13": "Maundy Thursday",
    "2028-04-14": "Good Friday",
    "2028-05-01": "Labor Day",
    "2028-06-12": "Independence Day",
    "2028-08-28": "National Heroes Day",
    "2028-11-30": "Bonifacio Day",
    "2028-12-25": "Christmas Day",
    "2028-12-30": "Rizal Day",
  }),
  ...listed(byLaw, "special", {
    "2028-08-21": "Ninoy Aquino Day",
    "2028-11-01": "All Saints' Day",
    "2028-12-08": "Immaculate Conception",
    "2028-12-31": "Last Day of the Year",
  }),
].sort((one, other) => (one.day < other.day ? -1 : 1));

const byDay = new Map(holidays.map((holiday) => [holiday.day, holiday]));

export const holidayOn = (day: string): Holiday | null => byDay.get(day) ?? null;
