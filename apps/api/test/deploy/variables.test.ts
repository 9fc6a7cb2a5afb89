import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  fileVariable,
  KEY_SERVICE_OWN_VARIABLES,
  KEY_SERVICE_VARIABLES,
  ROOM_SERVICE_VARIABLES,
  variableNames,
} from '@strongroom/settings';
import { ROOT } from '../support/built.ts';

const DEPLOY = join(ROOT, 'apps/api/deploy');
/** Variables of the proxy and the scripts of the compose sample, which the services never get. */
const OF_COMPOSE = ['STRONGROOM_ADMIN', 'STRONGROOM_KEYS_HOST', 'STRONGROOM_ROOMS_HOST'];
/** The beginning of settings of an adapter from outside, of which the chart hands on those of keys. */
const OF_MODULES = 'STRONGROOM_KEYS_MODULE_';

test('the deployment files name only variables of the table of settings', () => {
  const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.length).toBeGreaterThan(35);
  const names = [...variableNames(ROOM_SERVICE_VARIABLES), ...variableNames(KEY_SERVICE_VARIABLES)];
  const known = new Set([...names, ...names.map(fileVariable), OF_MODULES, ...OF_COMPOSE]);
  const named = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\bSTRONGROOM_[A-Z0-9_]+/g), ([name]) => [file, name] as const),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, name]) => !known.has(name))).toEqual([]);
});

test('the chart gives the key service each setting that both services read', () => {
  const names = readFileSync(join(DEPLOY, 'helm/strongroom/templates/_names.tpl'), 'utf8');
  const [, list = ''] = /define "strongroom\.settingsOfBoth" -\}\}\n(.*?)\n\{\{- end/s.exec(names) ?? [];
  const byTheChart = new Set([
    ...variableNames(KEY_SERVICE_OWN_VARIABLES),
    'STRONGROOM_DATA_DIR',
    'STRONGROOM_METRICS_HOST',
  ]);
  expect(list.trim().split(/\s+/).toSorted()).toEqual(
    variableNames(KEY_SERVICE_VARIABLES)
      .filter((name) => !byTheChart.has(name))
      .toSorted(),
  );
});
