import type { Log } from '@strongroom/ports';

/** Bearer secrets and tokens. No log call passes one, but a stack trace of a dependency might. */
const SECRETS = /\bsr[tsilk]_[0-9A-Za-z_-]{20,}|\beyJ[\w-]{20,}\.[\w-]+\.[\w-]+/g;

/** One JSON object a line on standard output. */
export const lineLog = (write: (text: string) => void): Log => {
  const line =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level, service: 'keys', message, ...fields }).replace(SECRETS, '[secret]')}\n`,
      );
  return { info: line('info'), warn: line('warn'), error: line('error') };
};
