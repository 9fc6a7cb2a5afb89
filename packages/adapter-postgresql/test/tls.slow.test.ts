import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import { openPostgresqlDocuments, PostgresqlUnusable } from '../src/index.ts';
import { aDatabase, runSql, theServer, withPostgresql } from './setting.ts';

withPostgresql();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-postgresql-tls-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Certificate = Readonly<{ cert: string; key: string }>;

/** A self-signed certificate for `name`, whose key the server may read. */
async function certificateFor(name: string): Promise<Certificate> {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${/^\d/.test(name) ? 'IP' : 'DNS'}:${name}`];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const { uid, gid } = await unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  return { cert, key };
}

const trusting = (url: string, { cert }: Certificate): string =>
  `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(cert)}`;

/** Makes the server use a certificate, and resolves when it does. */
async function serveTls(certificate: Certificate): Promise<void> {
  const admin = { url: theServer().urlOf('postgres') };
  await runSql(admin, `ALTER SYSTEM SET ssl_cert_file = '${certificate.cert}'`);
  await runSql(admin, `ALTER SYSTEM SET ssl_key_file = '${certificate.key}'`);
  await runSql(admin, 'ALTER SYSTEM SET ssl = on');
  await runSql(admin, 'SELECT pg_reload_conf()');
  while (!(await isServed(certificate))) await pause(50);
}

/** Whether the server shows this certificate. */
async function isServed({ cert }: Certificate): Promise<boolean> {
  const { port } = theServer().primary;
  const asked = ['s_client', '-starttls', 'postgres', '-connect', `127.0.0.1:${port}`];
  const { stdout } = spawnSync('openssl', asked, { input: '', encoding: 'utf8' });
  const shown = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/.exec(stdout)?.[0];
  return shown === readFileSync(cert, 'utf8').trim();
}

const refusal = async (url: string): Promise<readonly [string, string]> => {
  const error = await openPostgresqlDocuments({ url }).then(
    () => new Error('it was opened'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PostgresqlUnusable)) throw error;
  return [error.code, error.message];
};

test('a server without TLS, one of an unknown authority and one of another name are refused with what to change', async () => {
  const { url } = await aDatabase();
  const [noTls, sentence] = await refusal(`${url}?sslmode=verify-full`);
  expect([noTls, sentence]).toEqual(['no-tls', expect.stringContaining('switch ssl on there')]);

  const certificate = await certificateFor('127.0.0.1');
  await serveTls(certificate);
  const [unknown, advice] = await refusal(`${url}?sslmode=verify-full`);
  expect([unknown, advice]).toEqual(['certificate', expect.stringContaining('name the file of its authority')]);
  expect(await runSql({ url }, "SELECT to_regnamespace('strongroom') AS made")).toEqual([{ made: null }]);

  const store = await openPostgresqlDocuments({ url: trusting(url, certificate) });
  const [row] = await runSql(
    { url },
    "SELECT bool_and(ssl) AS encrypted FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'strongroom'",
  );
  await store.close();
  expect(row).toEqual({ encrypted: true });

  const other = await certificateFor('db.example.com');
  await serveTls(other);
  expect((await refusal(trusting(url, other)))[0]).toBe('certificate');
});

test('a certificate that is not trusted any more is an outage until it is replaced', async () => {
  const { url } = await aDatabase();
  const [trusted, other] = [await certificateFor('127.0.0.1'), await certificateFor('localhost')];
  await serveTls(trusted);
  const store = await openPostgresqlDocuments({ url: trusting(url, trusted) });
  const disconnect = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'strongroom'";
  await serveTls(other);
  await runSql({ url }, disconnect);
  await expect(store.check()).rejects.toMatchObject({ name: 'Unavailable' });
  await serveTls(trusted);
  // The store asks the server again after a pause; the time limit of the test is the bound.
  const serves = () =>
    store.check().then(
      () => true,
      () => false,
    );
  while (!(await serves())) await pause(50);
  await store.close();
});
