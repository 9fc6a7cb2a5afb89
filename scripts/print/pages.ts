import { VERSION } from '../../apps/key-service/src/config/version.ts';
import { keyServiceDocument } from '../../apps/key-service/src/http/describe/document.ts';
import { adapters } from './adapters.ts';
import type { Api } from './api.ts';
import { architecture } from './architecture.ts';
import { admin, cli } from './cli.ts';
import { client } from './client.ts';
import { clientErrors } from './client-errors.ts';
import { conformance } from './conformance.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { keyVectors } from './key-vectors.ts';
import { kmsKeyId } from './kms-key-id.ts';
import { manifests } from './manifests.ts';
import { metrics } from './metrics.ts';
import { operations } from './operations.ts';
import { permissions } from './permissions.ts';
import { addAnOperation } from './places.ts';
import { promises } from './promises.ts';
import { releasedSchemas } from './released-schemas.ts';
import { scopes } from './scopes.ts';
import { settings } from './settings.ts';
import { unseen } from './unseen.ts';

/** The printed pages by path. Call it in the root of the repository. */
export const pages = (api: Api): ReadonlyMap<string, string> =>
  new Map([
    ...manifests(),
    ['docs/architecture.md', architecture()],
    ['docs/how-to/add-an-operation.md', addAnOperation()],
    ['docs/reference/operations.md', operations(api)],
    ['docs/reference/permissions.md', permissions()],
    ['docs/reference/errors.md', errors()],
    ['docs/reference/client-errors.md', clientErrors()],
    ['docs/reference/events.md', events()],
    ['docs/reference/scopes.md', scopes()],
    ['docs/reference/settings.md', settings()],
    ['docs/reference/metrics.md', metrics()],
    ['docs/reference/cli.md', cli()],
    ['docs/reference/admin.md', admin()],
    ['docs/reference/promises.md', promises()],
    ['docs/reference/adapters.md', adapters()],
    ['docs/reference/conformance.md', conformance()],
    ['packages/client/src/generated/operations.ts', client(api)],
    ['packages/client/src/generated/kms-key-id.ts', kmsKeyId()],
    ['packages/client/src/generated/unseen.ts', unseen()],
    ['docs/reference/key-service-openapi.json', `${JSON.stringify(keyServiceDocument(VERSION), undefined, 1)}\n`],
    ['docs/reference/key-service-vectors.json', keyVectors()],
    ...releasedSchemas(),
    ['docs/reference/openapi.json', `${JSON.stringify(JSON.parse(api.openApiText()), undefined, 1)}\n`],
  ]);
