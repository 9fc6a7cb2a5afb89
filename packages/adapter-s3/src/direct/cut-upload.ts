import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Deadline } from '@strongroom/store-kit';

/** Milliseconds after which a server that does not notice the end of a connection is no longer waited for. */
const NOTICE_MS = 2000;

/** Bytes to announce: servers treat a body that fits into their first buffer differently. */
export const CUT_UPLOAD_BYTES = 300_000;

/** Announces CUT_UPLOAD_BYTES, sends fewer, and ends its side; resolves when the server has closed the connection too. */
export async function sendCutUpload(url: string, deadline: Deadline): Promise<void> {
  const { protocol, hostname, port, host, pathname, search } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  const socket =
    protocol === 'https:'
      ? connectTls({ host: name, port: Number(port || 443), servername: isIP(name) === 0 ? name : '' })
      : connectPlain({ host: name, port: Number(port || 80), allowHalfOpen: true });
  const head = [
    `PUT ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Length: ${CUT_UPLOAD_BYTES}`,
    'Connection: close',
  ];
  socket.setTimeout(Math.min(NOTICE_MS, Math.ceil(deadline.left) + 1), () => socket.destroy());
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.on('error', () => undefined).resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(CUT_UPLOAD_BYTES / 2)}`);
  await closed;
}
