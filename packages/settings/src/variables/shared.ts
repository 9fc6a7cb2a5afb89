import { SERVICE_ORIGIN_FORM } from '../forms/addresses.ts';
import { FOLDER_FORM, HOST_FORM, wholeNumberForm } from '../forms/form.ts';
import { DEFAULT_LABELS_TEXT, LABELS_FORM } from '../forms/labels.ts';
import { optionalVariable, variable } from '../variable.ts';

/** Variables that both services read, besides those of keys. */
export const SHARED_VARIABLES = {
  dataDir: variable(
    'STRONGROOM_DATA_DIR',
    FOLDER_FORM,
    './data',
    'Where everything embedded is kept: database, blobs, keys, mail, owner.token.',
  ),
  keyServiceUrl: optionalVariable(
    'STRONGROOM_KEY_SERVICE_URL',
    SERVICE_ORIGIN_FORM,
    'none; http://HOST:PORT for the key service itself; with npm start that of the key service beside it',
    'The key service that people get keys from; https, unless it is on this machine.',
  ),
  labels: variable(
    'STRONGROOM_LABELS',
    LABELS_FORM,
    DEFAULT_LABELS_TEXT,
    'Classification labels in rising order with their names; an order once used cannot be changed.',
  ),
  metricsHost: variable(
    'STRONGROOM_METRICS_HOST',
    HOST_FORM,
    '127.0.0.1',
    'Address that /metrics listens on. It asks for no credential: name one that only Prometheus can reach.',
  ),
  drainSeconds: variable(
    'STRONGROOM_DRAIN_SECONDS',
    wholeNumberForm(0, 300, 'seconds'),
    '5',
    'After SIGTERM, the time in which /readyz is 503 while everything is still served, so that balancers choose another process. A supervisor must wait ten seconds longer before it kills. Ctrl-C does not wait.',
  ),
  startWaitSeconds: variable(
    'STRONGROOM_START_WAIT_SECONDS',
    wholeNumberForm(0, 3600, 'seconds'),
    '60',
    'Time that a start waits for a database, bucket or token that cannot be reached, or answers too slowly. It tries again each second, serves nothing meanwhile, and ends with 1 after it. With 0 it ends at once.',
  ),
};
