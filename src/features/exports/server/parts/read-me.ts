/** For people who open the archive without knowing Klinika. */
export const readMe = (clinicName: string, day: string): string =>
  [
    `All data of ${clinicName} in Klinika, as of ${day}.`,
    "",
    "csv/        Tables for people. Excel opens each with a double click. Times are those of the",
    "            Philippines. A longer table is in several files, since Excel shows a million rows of one.",
    "            A cell that Excel would take for a formula begins with an apostrophe.",
    "files/      Uploaded files in a folder for each patient. csv/files-in-this-archive.csv lists them.",
    "papers/     Consultations, full histories, prescriptions and referral letters as PDF. Prescriptions",
    "            that were withdrawn, or not released, are in the tables only.",
    "fhir/       The records as FHIR R4 resources, one a line, for other health systems. What is marked as",
    "            confidential is not among them.",
    "data/       The same tables for programs, complete: one JSON object a line for each row, with the",
    "            columns as the database has them. From these the clinic can be brought into another Klinika.",
    "manifest.json  What is in the archive: how many rows, how many bytes, and the SHA-256 of each file;",
    "            what was left out, and why.",
    "",
    "This archive contains health data of patients, also what is marked as confidential and its maker may",
    "read: what another doctor of the clinic keeps confidential is left out. Keep it where only those read",
    "it who may, and delete copies that are no longer needed.",
    "",
  ].join("\r\n");
