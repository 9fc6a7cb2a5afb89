import type { ScimObject } from './scim-answer.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const USER_SCHEMA = `${CORE}:User`;
export const GROUP_SCHEMA = `${CORE}:Group`;
const SCHEMA = `${CORE}:Schema`;
const RESOURCE_TYPE = `${CORE}:ResourceType`;
const CONFIG = `${CORE}:ServiceProviderConfig`;

/** Maximum number of resources in one answer. */
export const MAX_RESULTS = 200;

type Traits = Readonly<{
  type?: 'string' | 'boolean' | 'complex' | 'reference' | 'integer';
  many?: true;
  required?: true;
  exact?: true;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  unique?: true;
  values?: readonly string[];
  references?: readonly string[];
  sub?: readonly ScimObject[];
}>;

/** One attribute of a schema (RFC 7643 section 7). */
const attribute = (name: string, description: string, traits: Traits = {}): ScimObject => ({
  name,
  type: traits.type ?? 'string',
  multiValued: traits.many ?? false,
  description,
  required: traits.required ?? false,
  caseExact: traits.exact ?? false,
  mutability: traits.mutability ?? 'readWrite',
  returned: 'default',
  uniqueness: traits.unique ? 'server' : 'none',
  ...(traits.values && { canonicalValues: traits.values }),
  ...(traits.references && { referenceTypes: traits.references }),
  ...(traits.sub && { subAttributes: traits.sub }),
});

const USER_ATTRIBUTES = [
  attribute('userName', 'Name in the directory. Without an address in emails it is the address.', {
    required: true,
    unique: true,
  }),
  attribute('displayName', 'Name that others see. Without one it is taken from name, else it is the address.', {
    required: true,
  }),
  attribute('name', 'Parts of the name, kept for the directory. Others see the display name only.', {
    type: 'complex',
    sub: [
      attribute('formatted', 'Whole name.'),
      attribute('givenName', 'Given name.'),
      attribute('familyName', 'Family name.'),
    ],
  }),
  attribute('active', 'False for a deactivated user: every credential and membership has ended.', {
    type: 'boolean',
    required: true,
  }),
  attribute('emails', 'The one address. It changes only before the user was ever active.', {
    type: 'complex',
    many: true,
    required: true,
    sub: [
      attribute('value', 'The address.', { required: true, unique: true }),
      attribute('type', 'Always work.', { values: ['work'] }),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name of the org unit.', { required: true }),
  attribute('members', 'Users in the org unit. Org units below it are not members.', {
    type: 'complex',
    many: true,
    sub: [
      attribute('value', 'Id of the user.', { mutability: 'immutable', exact: true }),
      attribute('$ref', 'Address of the user.', {
        type: 'reference',
        mutability: 'immutable',
        exact: true,
        references: ['User'],
      }),
      attribute('type', 'Always User.', { mutability: 'immutable', values: ['User'] }),
    ],
  }),
];

const readOnly = (name: string, description: string, traits: Traits = {}): ScimObject =>
  attribute(name, description, { ...traits, mutability: 'readOnly' });
const supported = (name: string): ScimObject =>
  readOnly(name, `Support of ${name}.`, {
    type: 'complex',
    required: true,
    sub: [readOnly('supported', 'Whether it is supported.', { type: 'boolean', required: true })],
  });

const SCHEMAS = [
  { id: USER_SCHEMA, name: 'User', description: 'A user', attributes: USER_ATTRIBUTES },
  { id: GROUP_SCHEMA, name: 'Group', description: 'An org unit', attributes: GROUP_ATTRIBUTES },
  {
    id: CONFIG,
    name: 'ServiceProviderConfig',
    description: 'What this service supports',
    attributes: ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'].map(supported),
  },
  {
    id: RESOURCE_TYPE,
    name: 'ResourceType',
    description: 'A type of resource',
    attributes: [
      readOnly('name', 'Name of the type.', { required: true }),
      readOnly('endpoint', 'Path of its resources.', { type: 'reference', required: true, references: ['uri'] }),
      readOnly('schema', 'Its schema.', { type: 'reference', required: true, exact: true, references: ['uri'] }),
    ],
  },
  {
    id: SCHEMA,
    name: 'Schema',
    description: 'A schema',
    attributes: [
      readOnly('name', 'Name of the schema.', { required: true }),
      readOnly('attributes', 'Its attributes.', {
        type: 'complex',
        many: true,
        required: true,
        sub: [readOnly('name', 'Name of the attribute.', { required: true })],
      }),
    ],
  },
];

const RESOURCE_TYPES = [
  { id: 'User', name: 'User', endpoint: '/Users', description: 'Users', schema: USER_SCHEMA },
  { id: 'Group', name: 'Group', endpoint: '/Groups', description: 'Org units', schema: GROUP_SCHEMA },
];

const meta = (resourceType: string, location: string): ScimObject => ({ meta: { resourceType, location } });

export const schemasAt = (base: string): readonly ScimObject[] =>
  SCHEMAS.map((schema) => ({ schemas: [SCHEMA], ...schema, ...meta('Schema', `${base}/Schemas/${schema.id}`) }));

export const resourceTypesAt = (base: string): readonly ScimObject[] =>
  RESOURCE_TYPES.map((type) => ({
    schemas: [RESOURCE_TYPE],
    ...type,
    ...meta('ResourceType', `${base}/ResourceTypes/${type.id}`),
  }));

export const configAt = (base: string): ScimObject => ({
  schemas: [CONFIG],
  documentationUri: new URL('/docs', base).href,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'A token of the scope scim, in the Authorization header.',
      primary: true,
    },
  ],
  ...meta('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
});
