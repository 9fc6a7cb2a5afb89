/** A program, and the packages of others in its bundle. */
export type Program = Readonly<{
  /** Its folder. */
  app: string;
  /** Packages that every start loads. The others are found in `node_modules` when something asks for them. */
  packages: readonly string[];
  /** Packages of others that a user may install beside it. */
  optional: readonly string[];
  /** Packages that a package imports and the program never uses: they stay out, and any use of one fails. */
  unused: readonly string[];
}>;

export const PROGRAMS: readonly Program[] = [
  {
    app: 'apps/api',
    packages: ['class-validator', 'express', 'inversify', 'otpauth', 'reflect-metadata'],
    optional: [],
    // Express's own readers of bodies. A third of the bundle would be their tables of East Asian encodings.
    unused: ['body-parser'],
  },
  { app: 'apps/cli', packages: ['commander', 'string-width'], optional: ['@google-cloud/kms'], unused: [] },
  { app: 'apps/admin', packages: ['commander', 'string-width'], optional: [], unused: [] },
  { app: 'apps/key-service', packages: [], optional: [], unused: [] },
];

/**
 * Adapters that need a package of others, or start a program of their own. Each has its own copy of the ports, like an
 * adapter from outside.
 */
const ADAPTERS_OUTSIDE: readonly string[] = [
  '@strongroom/adapter-cloud-kms',
  '@strongroom/adapter-gcs',
  '@strongroom/adapter-mongodb',
  '@strongroom/adapter-oidc',
  '@strongroom/adapter-pkcs11',
  '@strongroom/adapter-postgresql',
  '@strongroom/adapter-s3',
  '@strongroom/adapter-smtp',
];

export const isExternalPackage = (name: string): boolean => ADAPTERS_OUTSIDE.includes(name);

/** The package of an import: `@google-cloud/kms` for `@google-cloud/kms/build/x.js`. */
export const packageOf = (id: string): string =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
