import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { checkpointWarning } from '@strongroom/settings';
import { readSettings } from '../../src/config/settings.ts';

const SERVICE = join(import.meta.dirname, '../../deploy/cloud-run.yaml');

/** Values of its secrets. */
const SECRETS: Readonly<Record<string, string>> = {
  'strongroom-owner-token': bearerSecret('apiToken', new Uint8Array(32).fill(9)),
  'strongroom-secret': 'a secret of no fewer than 32 characters',
  'strongroom-mongodb-url': 'mongodb+srv://rooms:password@cluster.example.net/?replicaSet=rs0',
  'strongroom-smtp-url': 'smtps://rooms:password@mail.example.com',
};

/** The environment that the file gives the service. */
function environmentOf(yaml: string): Readonly<Record<string, string>> {
  const entries = yaml.split(/^ {12}- name: /m).slice(1);
  return Object.fromEntries(
    entries.map((entry) => {
      const name = /^\w+/.exec(entry)?.[0] ?? '';
      const secret = /secretKeyRef:\s+name: (\S+)/.exec(entry)?.[1];
      const value = /^ {14}value: '?([^'\n]*)'?$/m.exec(entry)?.[1];
      return [name, secret === undefined ? (value ?? '') : (SECRETS[secret] ?? `no secret ${secret}`)];
    }),
  );
}

test('the service accepts what the file for Cloud Run sets, once its placeholders are filled in', () => {
  const yaml = readFileSync(SERVICE, 'utf8').replaceAll('PROJECT', 'rooms-prod').replaceAll('REGION', 'europe-west3');
  const environment = environmentOf(yaml);
  expect(Object.keys(environment).length).toBeGreaterThan(14);
  const read = readSettings(environment);
  expect('problems' in read ? read.problems : []).toEqual([]);
  expect(read).toMatchObject({ settings: { documents: 'mongodb', blobs: 'gcs', keys: 'cloud-kms', mail: 'smtp' } });
  expect(environment.NODE_OPTIONS).toBe('');
  // Instances keep nothing, so the last checkpoint of the log lies where all of them find it.
  expect('settings' in read ? checkpointWarning(read.settings) : 'refused').toBeUndefined();
  expect(environment.STRONGROOM_AUDIT_CHECKPOINT).toMatch(/^gs:/);
});
