import pg from "pg";

/** Loaded into the server before its own modules: four connections for everybody, so that each is borrowed by all. */
pg.Pool = class extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super({ ...config, max: 4 });
  }
} as typeof pg.Pool;
