import { type Level, LineLog } from '@strongroom/adapter-local';

/** Fields of every line, which tell the two services apart. */
export const OWN_FIELDS = { service: 'keys' };

/** One JSON object a line. */
export const lineLog = (write: (text: string) => void, level: Level = 'info'): LineLog =>
  new LineLog({ level, pretty: false, write, now: Date.now, own: OWN_FIELDS, isUnbatched: true });
