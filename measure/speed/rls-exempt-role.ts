/** A role of the database that no policy holds, with the rights of the application's. */
export const rlsExemptRole = "klinika_bench_unheld";

/** The setting with its password, which each run makes anew. */
export const rlsExemptPassword = "KLINIKA_BENCH_PASSWORD";
