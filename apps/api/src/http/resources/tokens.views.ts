import type { NewToken, TokenSeen } from '@strongroom/application';
import { type ApiToken, formatInstant, type Instant } from '@strongroom/domain';
import { type ViewOf, view } from '../describe/view.ts';
import { Scopes } from './scopes-field.ts';
import { flag, formatOrNull, id, orNull, text, timestamp } from './view-fields.ts';

const tokenFields = {
  id: id('The token.'),
  name: text('Purpose of the token.'),
  scopes: Scopes,
  prefix: text('The first characters of the secret, to tell it from others.'),
  expires_at: orNull(timestamp('When it expires; null if it never does.')),
  last_used_at: orNull(timestamp('When it was last used, to the minute.')),
  created_at: timestamp('When it was made.'),
};

/** An API token without its secret. */
export const TokenView = view('Token', tokenFields);

const fieldsOf = (token: ApiToken, lastUsedAt: Instant | null): ViewOf<typeof TokenView> => ({
  id: token.id,
  name: token.name,
  scopes: token.grant,
  prefix: token.prefix,
  expires_at: formatOrNull(token.expiresAt),
  last_used_at: formatOrNull(lastUsedAt),
  created_at: formatInstant(token.createdAt),
});

export const tokenView = ({ token, lastUsedAt }: TokenSeen): ViewOf<typeof TokenView> => fieldsOf(token, lastUsedAt);

/** A new API token, the only answer with its secret. */
export const NewTokenView = view('NewToken', {
  ...tokenFields,
  token: orNull(text('The secret. Shown this once, null when the request is repeated; the service keeps only a hash.')),
});

export const newTokenView = ({ token, secret }: NewToken): ViewOf<typeof NewTokenView> => ({
  ...fieldsOf(token, null),
  token: secret === '' ? null : secret,
});

export const TokenRevokedView = view('TokenRevoked', {
  id: id('The token that was revoked.'),
  revoked: flag('Always true.'),
});
