import { MAX_FILE_BYTES } from '@strongroom/domain';
import { VERSION } from '../../base/version.ts';
import { ok } from '../describe/answers.ts';
import { one } from '../describe/shape.ts';
import { view } from '../describe/view.ts';
import { route } from './route.ts';
import { count, flag, orNull, record, text, url } from './view-fields.ts';

const ServiceView = view('Service', {
  name: text('Always "Strongroom".'),
  version: text('Version of the service.'),
  documents_url: url('Documentation of the interface.'),
  sign_in: record('Ways to sign in.', {
    password: flag('By e-mail and password.'),
    oidc: flag('By an identity provider.'),
    device_code: flag('By a code that a person types in a browser elsewhere (RFC 8628).'),
  }),
  mail_sent: flag('Whether mails are sent. If not, the operator finds them in the folder mail/ of the data folder.'),
  key_service: orNull(
    record('The key service that people get keys from; null where they have key management of their own.', {
      url: url('Address of the key service.'),
      proof: orNull(text('How it asks people to prove themselves: a hint, null while it does not answer.')),
      key: orNull(text('Thumbprint of its key: a hint, which clients compare with the one they know.')),
    }),
  ),
  limits: record('Limits of the service.', { file_bytes: count('Maximum size of a file in bytes.') }),
});

export const serviceRoutes = [
  route({
    operationId: 'getService',
    method: 'get',
    path: '/service',
    access: 'public',
    summary: 'See what the service offers, before signing in',
    answer: one(ServiceView),
    status: [200],
    handle: async (app) => {
      const offered = await app.describe();
      return ok({
        name: 'Strongroom',
        version: VERSION,
        documents_url: `${app.publicUrl()}/docs`,
        sign_in: app.signIn,
        mail_sent: app.isMailSent,
        key_service:
          offered === null
            ? null
            : { url: offered.url, proof: offered.hint?.proof ?? null, key: offered.hint?.key ?? null },
        limits: { file_bytes: MAX_FILE_BYTES },
      });
    },
  }),
];
