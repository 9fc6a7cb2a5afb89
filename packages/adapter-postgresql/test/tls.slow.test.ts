import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unprivileged } from '../../../scripts/postgresql-programs.ts';
import { openPostgresqlDocuments, PostgresqlUnusable } from '../src/index.ts';
import { aDatabase, beside, theServer, withPostgresql } from './setting.ts';

withPostgresql();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-postgresql-tls-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the server serve TLS with a self-signed certificate for `name`. Returns the file of the certificate. */
async function serveTls(name: string): Promise<string> {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${/^\d/.test(name) ? 'IP' : 'DNS'}:${name}`];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const { uid, gid } = await unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  const admin = { url: theServer().urlOf('postgres') };
  await beside(admin, `ALTER SYSTEM SET ssl_cert_file = '${cert}'`);
  await beside(admin, `ALTER SYSTEM SET ssl_key_file = '${key}'`);
  await beside(admin, 'ALTER SYSTEM SET ssl = on');
  await beside(admin, 'SELECT pg_reload_conf()');
  for (let subjectSeen = ''; subjectSeen === ''; )
    subjectSeen = await openPostgresqlDocuments({
      url: `${admin.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(cert)}`,
    }).then(
      (store) => store.close().then(() => 'served'),
      (error: PostgresqlUnusable) => (error.code === 'no-tls' ? '' : error.code),
    );
  return cert;
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

  const cert = await serveTls('127.0.0.1');
  const trusting = `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(cert)}`;
  const [unknown, advice] = await refusal(`${url}?sslmode=verify-full`);
  expect([unknown, advice]).toEqual(['certificate', expect.stringContaining('name the file of its authority')]);
  expect(await beside({ url }, "SELECT to_regnamespace('strongroom') AS made")).toEqual([{ made: null }]);

  const store = await openPostgresqlDocuments({ url: trusting });
  const [row] = await beside(
    { url },
    "SELECT bool_and(ssl) AS encrypted FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'strongroom'",
  );
  await store.close();
  expect(row).toEqual({ encrypted: true });

  const other = await serveTls('db.example.com');
  const byOtherName = `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(other)}`;
  expect((await refusal(byOtherName))[0]).toBe('certificate');
});
