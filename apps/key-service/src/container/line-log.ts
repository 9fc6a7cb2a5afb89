import { type Log, withoutSecrets } from '@strongroom/ports';

/** One JSON object a line on standard output. */
export const lineLog = (write: (text: string) => void, lowest: 'info' | 'debug' = 'info'): Log => {
  const line =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      write(
        `${withoutSecrets(JSON.stringify({ time: new Date().toISOString(), level, service: 'keys', message, ...fields }))}\n`,
      );
  return {
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    ...(lowest === 'debug' && { debug: line('debug') }),
  };
};
