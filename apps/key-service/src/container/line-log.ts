import { type Level, LineLog } from '@strongroom/adapter-local';

/** One JSON object a line. */
export const lineLog = (write: (text: string) => void, level: Level = 'info'): LineLog =>
  new LineLog({ level, pretty: false, write, now: Date.now, own: { service: 'keys' }, isUnbatched: true });
