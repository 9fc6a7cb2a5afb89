import { type Log, logError } from '@strongroom/ports';
import { ClientGone, refusalOf } from '../errors/errors.ts';
import type { Exchange } from './exchange.ts';
import type { Limits } from './limits.ts';
import { sendError } from './send.ts';

/** Answers an error. Charges the address if no bucket was charged, and logs internal errors. */
export async function refuse(
  kernel: Readonly<{ limits: Limits; log: Log }>,
  exchange: Exchange,
  error: unknown,
): Promise<void> {
  if (error instanceof ClientGone) return;
  if (exchange.counted) await kernel.limits.note(exchange);
  const { cause, code } = sendError(exchange, error);
  exchange.outcome.code = code;
  if (cause !== undefined) logFault(kernel.log, exchange, error);
}

/** Logs an internal error or an unavailable dependency under the request's id. */
export function logFault(log: Log, exchange: Exchange, error: unknown): void {
  const { code, cause } = refusalOf(error);
  const fields = { request_id: exchange.id, route: exchange.outcome.pattern, code };
  if (code === 'INTERNAL_ERROR') logError(log, 'error', 'a request failed', cause, fields);
  else logError(log, 'warn', 'a dependency cannot serve', cause, fields);
}
