import { readdirSync, readFileSync } from 'node:fs';
import { PostgresqlServers } from '../../../../scripts/postgresql-servers.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { eventually } from '../support/service-process.ts';
import { type Servers, survivesTheLossOfThePrimary } from './failover.ts';

/** Processes of a server, the first one that of its supervisor. */
const processesOf = (pid: number): readonly number[] => {
  const own = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...own];
};

/** True for a process that runs no more, whether or not its parent has taken notice. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === true;
  } catch {
    return true;
  }
}

/** A primary whose commits a standby confirms, and a standby that is promoted once the primary serves nobody. */
const struckBy = (signal: NodeJS.Signals) => async (): Promise<Servers> => {
  const postgresql = await PostgresqlServers.start('standby');
  const { primary } = postgresql;
  const [, standby] = postgresql.members;
  if (standby === undefined) throw new Error('there is no standby');
  return {
    settings: onPostgresql(await postgresql.aDatabase()),
    strike: async () => {
      const processes = processesOf(primary.pid);
      if (signal === 'SIGSTOP') for (const pid of processes) process.kill(pid, signal);
      else {
        process.kill(primary.pid, signal);
        await eventually('the end of the primary', async () => processes.every(hasEnded));
      }
      await postgresql.sql('SELECT pg_promote()', 'postgres', standby);
    },
    stop: async () => {
      if (signal === 'SIGSTOP') for (const pid of processesOf(primary.pid)) process.kill(pid, 'SIGCONT');
      await postgresql.stop();
    },
  };
};

survivesTheLossOfThePrimary({ killed: struckBy('SIGKILL'), frozen: struckBy('SIGSTOP'), stopped: struckBy('SIGINT') });
