/**
 * The imports that are forbidden. The arrows point inward: domain <- ports <- application, domain and ports <- adapters,
 * and only an app's container knows everything. npm hoists, so an undeclared import would still run:
 * only these rules keep it out. architecture/architecture.test.ts plants a violation of each.
 */

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The outside system of each adapter; an adapter that is not listed may import no npm package at all. */
const vendors = {
  mongodb: ['mongodb'],
  gcs: ['@google-cloud/storage', 'google-auth-library', 'google-logging-utils'],
  'cloud-kms': ['@google-cloud/kms', 'google-gax', '@grpc/grpc-js'],
  pkcs11: ['pkcs11js'],
  postgresql: ['pg'],
  s3: ['@aws-sdk/client-s3'],
  oidc: ['openid-client', 'jose'],
  smtp: ['nodemailer'],
  local: ['@simplewebauthn/server', 'otpauth'],
};

/** Test tools are declared once, at the root. */
const testTools = ['@jest/globals', 'fast-check', 'ajv', 'ajv-formats'];

const test = '(\\.test\\.ts$|^(packages|apps)/[^/]+/test/)';
/** The pages and the command line of members are bundled: our packages are needed for their build only. */
const bundled = '^apps/(web|cli)/';
const container = '^apps/[^/]+/src/(container/|main\\.ts$)';
/** Our files, without packages that npm nests because the root has another version of them. */
const ours = '^(packages|apps)/(?!.*node_modules/)';
const npm = (names) => `node_modules/(@types/)?(${names.join('|')})/`;

/** Workspaces whose folders may import each other in circles. None does, and none should. */
const circularFolders = [];

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const product = (path) => ({ path, pathNot: test });

/** An import of a workspace is no npm dependency to the tool, so what each may import is read from its package.json. */
const workspaces = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(__dirname, group))
    .map((name) => ({ path: `${group}/${name}`, manifest: join(__dirname, group, name, 'package.json') }))
    .filter(({ manifest }) => existsSync(manifest))
    .map(({ path, manifest }) => {
      const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
      return { path, name, dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
    }),
);
const folders = (names) => workspaces.filter(({ name }) => names.includes(name)).map(({ path }) => `^${path}/`);

/** Folders of the application, from the bottom. Imports go down; folders of one floor do not import each other. */
const floors = ['store', 'kernel', 'steps', 'operations|jobs|operator'];

module.exports = {
  forbidden: [
    forbidden(
      'domain-is-pure',
      'The domain imports nothing, not even from Node: it must run anywhere.',
      product('^packages/domain/src/'),
      { pathNot: '^packages/domain/src/' },
    ),
    forbidden(
      'audit-proof-is-pure',
      'A verifier of the audit log runs anywhere, and needs nothing of the service.',
      product('^packages/audit-proof/src/'),
      { pathNot: '^packages/audit-proof/src/' },
    ),
    forbidden(
      'ports-know-only-the-domain',
      'A port is an interface, not an implementation.',
      product('^packages/ports/src/'),
      {
        pathNot: '^packages/(domain|ports)/src/',
      },
    ),
    forbidden(
      'store-kit-knows-only-domain-and-ports',
      'Every store shares it, so it knows none of them, and it runs anywhere.',
      { path: '^packages/store-kit/src/', pathNot: [test, '^packages/store-kit/src/node/'] },
      { pathNot: '^packages/(domain|ports|store-kit)/src/(?!node/)' },
    ),
    forbidden(
      'store-kit-on-node-knows-node-only',
      'Hashes and random bytes of Node, for stores that run on it. They have an entry of their own.',
      product('^packages/store-kit/src/node/'),
      { dependencyTypesNot: ['core'], pathNot: '^packages/store-kit/src/node/' },
    ),
    forbidden(
      'audit-log-knows-no-store',
      'The engine of the log reaches a store through the port AuditStorage.',
      product('^packages/audit-log/src/'),
      { pathNot: '^packages/(domain|ports|audit-proof|store-kit|audit-log)/src/(?!node/)' },
    ),
    forbidden(
      'application-knows-only-domain-and-ports',
      'The operations reach outside systems through ports, so they use nothing of Node or npm either. Texts, hashes and batches are pure.',
      product('^packages/application/src/'),
      { pathNot: '^packages/(domain|ports|audit-proof|audit-log|store-kit|application)/src/(?!node/)' },
    ),
    ...floors.map((floor, index) =>
      forbidden(
        'application-floors',
        'Listed under `floors` above.',
        product(`^packages/application/src/(${floor})/`),
        {
          path: `^packages/application/src/(${floors.slice(index).join('|')})/`,
          pathNot: '^packages/application/src/$1/',
        },
      ),
    ),
    forbidden(
      'runner-knows-no-feature',
      'Features give the loop of all operations projections.',
      { path: '^packages/application/src/kernel/(operation-runner|projection|identity-map)\\.ts$' },
      { path: '^packages/application/src/store/(files|folders|folder-keys|rooms|share-links)\\.ts$' },
    ),
    forbidden(
      'client-knows-only-the-domain',
      'The client library runs in browsers and in other people’s programs; code that needs Node is in its node folder.',
      product('^packages/client/src/(?!node/)'),
      { pathNot: ['^packages/domain/src/', '^packages/client/src/(?!node/)'] },
    ),
    forbidden(
      'client-in-node-knows-node-besides',
      'It has no dependency; one file loads the client of Cloud KMS on demand.',
      { path: '^packages/client/src/node/', pathNot: [test, '^packages/client/src/node/cloud-kms\\.ts$'] },
      { dependencyTypesNot: ['core'], pathNot: '^packages/(domain|client)/src/' },
    ),
    forbidden(
      'pages-know-only-the-client',
      'The web application speaks to the service like any other client, and verifies its log like anybody.',
      { path: '^apps/web/src/' },
      { path: ours, pathNot: ['^apps/web/src/', '^packages/(client|audit-proof)/src/'] },
    ),
    forbidden(
      'contract-tests-know-only-domain-and-ports',
      'A suite that knew an adapter would test that adapter, not the promise.',
      product('^packages/contract-tests/src/'),
      {
        dependencyTypesNot: ['core'],
        pathNot: ['^packages/(domain|ports|audit-proof|contract-tests)/src/', npm(testTools)],
      },
    ),
    forbidden(
      'adapters-know-only-domain-and-ports',
      'Never another adapter, never a use case: each can be swapped alone.',
      product('^packages/adapter-([^/]+)/src/'),
      {
        path: ours,
        pathNot: [
          '^packages/(domain|ports|audit-proof|audit-log|store-kit|blob-gateway)/src/',
          '^packages/adapter-$1/src/',
        ],
      },
    ),
    forbidden(
      'blob-gateway-knows-only-domain-and-ports',
      'Adapters share it whose bytes pass through the service, so it knows none of them and no vendor.',
      product('^packages/blob-gateway/src/'),
      { dependencyTypesNot: ['core'], pathNot: '^packages/(domain|ports|blob-gateway)/src/' },
    ),
    forbidden(
      'http-kernel-knows-only-domain-and-ports',
      'Both services are built on it, so it knows no resource, no use case and no framework.',
      product('^packages/http-kernel/src/'),
      { dependencyTypesNot: ['core'], pathNot: '^packages/(domain|ports|store-kit|http-kernel)/src/' },
    ),
    forbidden(
      'only-the-kernel-knows-the-http-of-node',
      'A second server has its own limits and its own errors. The client sends objects; the command line waits for one browser.',
      {
        path: '^(packages|apps)/[^/]+/src/',
        pathNot: [
          test,
          '^packages/(http-kernel|contract-tests|test-servers)/src/',
          '^packages/client/src/node/object-requests\\.ts$',
          '^apps/cli/src/account/loopback\\.ts$',
          // A call to the address that was checked: `fetch` has no hook for it.
          '^packages/adapter-local/src/calls/(pinned-calls|tunnel)\\.ts$',
        ],
      },
      { path: '^(node:)?(http|https|http2)$', dependencyTypes: ['core'] },
    ),
    forbidden(
      'adapters-have-one-vendor',
      'An adapter that is not listed under `vendors` above has none.',
      product(`^packages/adapter-(?!(${Object.keys(vendors).join('|')})/)[^/]+/src/`),
      { path: 'node_modules/' },
    ),
    ...Object.entries(vendors).map(([adapter, names]) =>
      forbidden(
        'adapters-have-one-vendor',
        'Listed under `vendors` above.',
        product(`^packages/adapter-${adapter}/src/`),
        { path: 'node_modules/', pathNot: npm(names) },
      ),
    ),
    forbidden(
      'settings-know-no-reader',
      'A description of a variable is the same for every program that reads it.',
      product('^packages/settings/src/'),
      { dependencyTypesNot: ['core'], pathNot: '^packages/(domain|ports|audit-proof|settings)/src/' },
    ),
    forbidden(
      'http-knows-no-adapter',
      'The HTTP kernel and the resources call the application.',
      product('^apps/[^/]+/src/http/'),
      { path: '^packages/adapter-' },
    ),
    forbidden(
      'only-the-container-knows-adapters',
      'Which adapter serves is decided in one place.',
      { path: '^apps/[^/]+/src/', pathNot: [container, test, '^apps/[^/]+/src/http/'] },
      { path: '^packages/adapter-' },
    ),
    forbidden(
      'command-line-opens-no-store',
      'Every program of commands has it, also one that only calls a service.',
      product('^packages/command-line/src/'),
      {
        dependencyTypesNot: ['core'],
        pathNot: ['^packages/(settings|command-line)/src/', npm(['commander', 'string-width'])],
      },
    ),
    forbidden(
      'only-main-knows-the-container',
      'A class that asks a container for its parts hides its dependencies. A command has none: it opens what it needs.',
      {
        path: '^(packages|apps)/',
        pathNot: [container, test, '^apps/admin/src/(commands|doctor)/', '^apps/cli/src/(account|audit-tail)/'],
      },
      { path: '^apps/[^/]+/src/container/' },
    ),
    forbidden(
      'inversify-only-in-the-container',
      'No other file knows that a container exists.',
      { path: '^(packages|apps)/', pathNot: '^apps/[^/]+/src/container/' },
      { path: 'node_modules/(inversify|@inversifyjs)/' },
    ),
    forbidden(
      'nobody-imports-an-app',
      'An app is an end, not a library.',
      // Tests of the command line against a service run its commands in their own process: much quicker.
      { path: '^(packages|apps)/([^/]+)/', pathNot: '^apps/api/test/cli/quick-desk\\.ts$' },
      { path: '^apps/', pathNot: '^$1/$2/' },
    ),
    forbidden(
      'no-deep-import',
      'A package is used through its root index.ts; everything else is private.',
      { path: '^(packages|apps)/([^/]+)/' },
      {
        path: '^packages/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index\\.ts$',
          // Each file is an entry: a test loads the driver of no server but its own.
          '^packages/test-servers/src/',
          // Programs that ask for no second factor do without its libraries.
          '^packages/adapter-local/src/factors/second-factors\\.ts$',
          // Unwrapping has an entry of its own, so that the service cannot come by it with everything else.
          '^packages/adapter-local/src/keys/(unwrap|unwrapper)\\.ts$',
          '^packages/adapter-(pkcs11|outer-layer|cloud-kms)/src/unwrap/(index|unwrapper)\\.ts$',
          // In Node the client library has another entry than in a browser.
          '^packages/client/src/node/(index|cloud-kms)\\.ts$',
          // Names that only a mistake loads.
          '^packages/command-line/src/program/commands\\.ts$',
          // An older Node loads this before everything else, to say that it is too old.
          '^packages/command-line/src/system/node-version\\.ts$',
          // Small modules that the command line needs at every start, so that it does not load a whole package for one.
          '^packages/ports/src/system-error-code\\.ts$',
          '^packages/settings/src/nearest\\.ts$',
          '^packages/store-kit/src/(batcher|node/index)\\.ts$',
          '^packages/domain/src/values/roles\\.ts$',
        ],
      },
    ),
    forbidden(
      'the-service-never-unwraps',
      'An attacker who controls the service can call everything that it can call.',
      {
        path: ['^apps/api/src/', '^packages/[^/]+/src/'],
        pathNot: [test, '^packages/adapter-local/src/keys/unwrap(per)?\\.ts$', '^packages/adapter-[^/]+/src/unwrap/'],
      },
      { path: ['^packages/adapter-local/src/keys/unwrap(per)?\\.ts$', '^packages/adapter-[^/]+/src/unwrap/'] },
    ),
    forbidden(
      'packages-by-name',
      'A path into another package works only in this repository.',
      { path: '^(packages|apps)/([^/]+)/' },
      { path: '^packages/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    ),
    forbidden(
      'no-test-in-the-product',
      'The product needs neither tests nor contract suites nor test servers.',
      { path: '^(packages|apps)/', pathNot: [test, '^packages/(contract-tests|test-servers)/'] },
      { path: [test, '^packages/(contract-tests|test-servers)/'] },
    ),
    forbidden(
      'core-tests-stay-inside',
      'A test of the domain, of the ports or of audit-proof that needs a use case tests something else.',
      { path: '^packages/(domain|ports|audit-proof)/' },
      { path: '^(packages|apps)/', pathNot: ['^packages/(domain|test-servers)/', '^packages/$1/'] },
    ),
    forbidden(
      'adapter-tests-know-contracts-only',
      'An adapter is tested against its port: not through an app, a use case or another adapter.',
      { path: '^packages/adapter-([^/]+)/' },
      {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/(domain|ports|audit-proof|audit-log|store-kit|blob-gateway|contract-tests|test-servers)/',
          '^packages/adapter-$1/',
        ],
      },
    ),
    forbidden('no-circular', 'Two files that need each other are one file.', {}, { circular: true }),
    ...workspaces
      .filter(({ path }) => !circularFolders.includes(path))
      .map(({ path }) => ({
        ...forbidden(
          'no-circular-folders',
          'Imports lead from floor to floor, never back up.',
          { path: `^${path}/src/` },
          { circular: true },
        ),
        scope: 'folder',
      })),
    forbidden('not-to-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbidden(
      'no-undeclared',
      'Missing from the package.json of the package that imports it.',
      { path: '^(packages|apps)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: npm(testTools) },
    ),
    forbidden(
      'no-dev-dependency-in-the-product',
      'An installed package does not have it.',
      { path: '^(packages|apps)/[^/]+/src/', pathNot: [test, bundled] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm-peer'] },
    ),
    ...workspaces.flatMap(({ path, dependencies, devDependencies }) => [
      forbidden(
        'no-undeclared',
        `Missing from ${path}/package.json.`,
        { path: `^${path}/` },
        { path: '^packages/', pathNot: [`^${path}/`, ...folders([...dependencies, ...devDependencies])] },
      ),
      forbidden(
        'no-dev-dependency-in-the-product',
        `Only a development dependency in ${path}/package.json.`,
        { path: `^${path}/src/`, pathNot: [test, bundled] },
        { path: '^packages/', pathNot: [`^${path}/`, ...folders(dependencies)] },
      ),
    ]),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The beginnings of adapters belong to their authors.
    exclude: { path: '(^|/)(dist|coverage)/|^apps/[^/]+/build/|^apps/admin/adapter-start/' },
    tsPreCompilationDeps: true, // an import of a type is an arrow too
    tsConfig: { fileName: 'tsconfig.check.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@strongroom/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
