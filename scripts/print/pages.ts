import { VERSION } from '../../apps/key-service/src/config/version.ts';
import { keyServiceDocument } from '../../apps/key-service/src/http/describe/document.ts';
import { adaptersPage } from './adapters.ts';
import type { Api } from './api.ts';
import { architecturePage } from './architecture.ts';
import { adminPage, cliPage } from './cli.ts';
import { client } from './client.ts';
import { clientErrorsPage } from './client-errors.ts';
import { conformancePage } from './conformance.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { keyVectors } from './key-vectors.ts';
import { kmsKeyId } from './kms-key-id.ts';
import { manifests } from './manifests.ts';
import { metricsPage } from './metrics.ts';
import { operationsPage } from './operations.ts';
import { permissionsPage } from './permissions.ts';
import { addAnOperationPage } from './places.ts';
import { promisesPage } from './promises.ts';
import { releasedSchemas } from './released-schemas.ts';
import { scopesPage } from './scopes.ts';
import { settingsPage } from './settings.ts';
import { unseen } from './unseen.ts';

/** The printed pages by path. Call it in the root of the repository. */
export const pages = (api: Api): ReadonlyMap<string, string> =>
  new Map([
    ...manifests(),
    ['docs/architecture.md', architecturePage()],
    ['docs/how-to/add-an-operation.md', addAnOperationPage()],
    ['docs/reference/operations.md', operationsPage(api)],
    ['docs/reference/permissions.md', permissionsPage()],
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/client-errors.md', clientErrorsPage()],
    ['docs/reference/events.md', eventsPage()],
    ['docs/reference/scopes.md', scopesPage()],
    ['docs/reference/settings.md', settingsPage()],
    ['docs/reference/metrics.md', metricsPage()],
    ['docs/reference/cli.md', cliPage()],
    ['docs/reference/admin.md', adminPage()],
    ['docs/reference/promises.md', promisesPage()],
    ['docs/reference/adapters.md', adaptersPage()],
    ['docs/reference/conformance.md', conformancePage()],
    ['packages/client/src/generated/operations.ts', client(api)],
    ['packages/client/src/generated/kms-key-id.ts', kmsKeyId()],
    ['packages/client/src/generated/unseen.ts', unseen()],
    ['docs/reference/key-service-openapi.json', `${JSON.stringify(keyServiceDocument(VERSION), undefined, 1)}\n`],
    ['docs/reference/key-service-vectors.json', keyVectors()],
    ...releasedSchemas(),
    ['docs/reference/openapi.json', `${JSON.stringify(JSON.parse(api.openApiText()), undefined, 1)}\n`],
  ]);
