import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@strongroom/test-servers/free-port';
import { ROOT } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';

const run = promisify(execFile);
const SEARCHED = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const SAMPLE_SERVICE = '127.0.0.1:8080';
const SAMPLE_SECOND = '127.0.0.1:8082';

type Certificate = Readonly<{ cert: string; key: string; pem: string }>;
type Place = Readonly<{
  folder: string;
  port: number;
  service: string;
  /** The second process; none by default. */
  second?: string | undefined;
  certificate: Certificate;
}>;

export type RunningProxy = Readonly<{
  url: string;
  /** Address without TLS. */
  plain: string;
  /** Everything that it has logged. */
  logged: () => Promise<string>;
  /** Makes it read its files again, certificates too. */
  reload: () => Promise<unknown>;
  stop: () => Promise<void>;
}>;

/** A self-signed certificate for this machine. */
export async function aCertificate(folder: string): Promise<Certificate> {
  const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', cert]);
  return { cert, key, pem: await readFile(cert, 'utf8') };
}

/** A sample with the operator's replacements made. Throws if there is nothing to replace. */
async function sample(name: string, replaced: readonly (readonly [string | RegExp, string])[]): Promise<string> {
  let text = await readFile(join(ROOT, 'apps/api/deploy', name), 'utf8');
  for (const [from, to] of replaced) {
    const other = text.replaceAll(from, to);
    if (other === text) throw new Error(`${name} has no ${String(from)}`);
    text = other;
  }
  return text;
}

export async function startNginx({ folder, port, service, second, certificate }: Place): Promise<RunningProxy> {
  const plainPort = await freePort();
  const logs = [join(folder, 'access.log'), join(folder, 'error.log')] as const;
  const server = await sample('nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['/var/log/nginx/strongroom.log', logs[0]],
    ['/var/log/nginx/strongroom-error.log', logs[1]],
    ['https://rooms.example.com', `https://localhost:${port}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    [/server_name \S+;/g, 'server_name localhost;'],
    [/ssl_certificate \S+;/g, `ssl_certificate ${certificate.cert};`],
    [/ssl_certificate_key \S+;/g, `ssl_certificate_key ${certificate.key};`],
    [SAMPLE_SERVICE, service],
    second === undefined ? [/^.*127\.0\.0\.1:8082.*\n/gm, ''] : [SAMPLE_SECOND, second],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const main = join(folder, 'main.conf');
  const inside = ['access_log off;', ...temporary, server].join('\n');
  await writeFile(
    main,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp {\ndefault_type application/octet-stream;\n${inside}\n}\n`,
  );
  const logged = async (): Promise<string> => (await Promise.all(logs.map((log) => readFile(log, 'utf8')))).join('');
  const running = await started('nginx', ['-p', folder, '-e', 'stderr', '-c', main], port);
  return { ...running, plain: `http://localhost:${plainPort}`, logged, reload: async () => running.signal('SIGHUP') };
}

export async function startCaddy({ folder, port, service, second, certificate }: Place): Promise<RunningProxy> {
  const plainPort = await freePort();
  const site = await sample('Caddyfile', [
    [/^\{$/gm, `{\n\tadmin unix/${folder}/admin.sock\n\thttp_port ${plainPort}\n\thttps_port ${port}`],
    [
      /^rooms\.example\.com \{$/gm,
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}`,
    ],
    [SAMPLE_SERVICE, service],
    second === undefined ? [` ${SAMPLE_SECOND}`, ''] : [SAMPLE_SECOND, second],
  ]);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, site);
  await mkdir(join(folder, 'caddy'));
  const running = await started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, {
    XDG_DATA_HOME: join(folder, 'caddy'),
    XDG_CONFIG_HOME: join(folder, 'caddy'),
    HOME: folder,
  });
  const again = [
    'reload',
    '--config',
    file,
    '--adapter',
    'caddyfile',
    '--address',
    `unix/${folder}/admin.sock`,
    '--force',
  ];
  return {
    ...running,
    plain: `http://localhost:${plainPort}`,
    logged: async () => running.said(),
    reload: () => run('caddy', again, { env: { PATH: SEARCHED, HOME: folder } }),
  };
}

/** Throws a sentence if a program is missing. */
function needed(program: string): string {
  if (spawnSync(program, ['version']).error !== undefined)
    throw new Error(
      `${program} is missing: on Debian, apt-get install ${program === 'nginx' ? 'nginx-light' : program}`,
    );
  return program;
}

async function started(
  program: string,
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<
  Pick<RunningProxy, 'url' | 'stop'> & Readonly<{ said: () => string; signal: (name: NodeJS.Signals) => void }>
> {
  const child = spawn(needed(program), args, {
    env: { PATH: SEARCHED, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const ended = once(child, 'close');
  const url = `https://localhost:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  };
  await eventually(`an answer of ${program}`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
    return fetch(url).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => undefined,
    );
  }).catch(async (error: unknown) => {
    await stop();
    throw new Error(`${program} does not serve: ${said}`, { cause: error });
  });
  return { url, stop, said: () => said, signal: (name) => void child.kill(name) };
}
