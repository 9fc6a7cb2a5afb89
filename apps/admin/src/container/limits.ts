import { createSecrets, SqliteRateLimiter, systemClock } from '@strongroom/adapter-local';
import { Problem } from '@strongroom/command-line';
import { type RateLimiter, SIGNING_PURPOSES } from '@strongroom/ports';
import type { LimitsStore } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { QUIET_LOG } from './quiet-log.ts';

/** Ends the windows of rate limits whose name contains the text, and returns their number. Throws Problem. */
export const clearLimits: (store: LimitsStore, contained: string) => Promise<number> = async (store, contained) => {
  try {
    const limiter = await openLimits(store);
    try {
      return await limiter.clear(contained);
    } finally {
      await limiter.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};

async function openLimits(store: LimitsStore): Promise<RateLimiter> {
  if ('limitsFile' in store) return SqliteRateLimiter.open({ file: store.limitsFile });
  if ('postgresqlUrl' in store) {
    const { openPostgresqlRateLimiter, PostgresqlUnusable } = await import('@strongroom/adapter-postgresql');
    return openPostgresqlRateLimiter({ url: store.postgresqlUrl }).catch((error: unknown) => {
      throw error instanceof PostgresqlUnusable ? new Problem(`STRONGROOM_POSTGRESQL_URL: ${error.message}.`) : error;
    });
  }
  if ('url' in store) {
    const { MongoUnusable, openMongoRateLimiter } = await import('@strongroom/adapter-mongodb');
    return openMongoRateLimiter(store).catch((error: unknown) => {
      throw error instanceof MongoUnusable ? new Problem(`STRONGROOM_MONGODB_URL: ${error.message}.`) : error;
    });
  }
  const { ModuleUnfit, openModule } = await import('@strongroom/adapter-module');
  const { module, secret, publicUrl } = store;
  const given = {
    settings: module.settings,
    clock: systemClock,
    log: QUIET_LOG,
    baseUrl: () => publicUrl,
    signingKey: createSecrets(secret).derive(SIGNING_PURPOSES.limits, 'signing-key'),
  };
  // The package is found from the current folder, in which the service starts too.
  return openModule('limits', { name: module.name, folder: process.cwd() }, given).catch((error: unknown) => {
    throw error instanceof ModuleUnfit
      ? new Problem(`STRONGROOM_LIMITS: module:${module.name} ${error.message}.`, { cause: error })
      : error;
  });
}
