/**
 * Checks a file against Google's own description of an interface: unknown fields, wrong types, unknown enum values. It
 * checks no ranges. The descriptions come with Google's client for Python, fetched once into a cache outside of the
 * repository.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { wheel } from './wheel.ts';

const run = promisify(execFile);

const CLIENT = {
  requirement: 'google-api-python-client==2.202.0',
  file: 'google_api_python_client-2.202.0-py3-none-any.whl',
  sha256: 'aaa90064c9bb642ff1d065b22ca8958a2cb6e345909cefe70d0e5452fc50e08b',
};

/** Prints one file of an archive. */
const PRINT = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';

/** A schema in the form of discovery documents. */
type Schema = Readonly<{
  $ref?: string;
  type?: string;
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema;
}>;

export type Schemas = Readonly<Record<string, Schema>>;

/** The schemas of an interface such as `run.v1`. Rejects with a sentence if they cannot be fetched. */
export async function googleSchemas(name: string): Promise<Schemas> {
  const document = `googleapiclient/discovery_cache/documents/${name}.json`;
  const { stdout } = await run('python3', ['-c', PRINT, await wheel(CLIENT), document], { maxBuffer: 1 << 26 });
  return (JSON.parse(stdout) as { schemas: Schemas }).schemas;
}

/** One sentence per fault of a value that `name` describes. */
export function faultsIn(schemas: Schemas, name: string, value: unknown): readonly string[] {
  return faults({ schemas, path: name }, { $ref: name }, value);
}

type Where = Readonly<{ schemas: Schemas; path: string }>;

function faults(where: Where, rule: Schema, value: unknown): readonly string[] {
  const schema = rule.$ref === undefined ? rule : where.schemas[rule.$ref];
  if (schema === undefined) throw new Error(`there is no schema ${rule.$ref}`);
  const wrong = (wanted: string): readonly string[] => [
    `${where.path}: ${wanted} wanted, found ${JSON.stringify(value)}`,
  ];
  switch (schema.type ?? 'any') {
    case 'object':
      return isObject(value) ? faultsOfFields(where, schema, value) : wrong('object');
    case 'array':
      if (!Array.isArray(value)) return wrong('array');
      return value.flatMap((item, index) =>
        faults({ ...where, path: `${where.path}[${index}]` }, schema.items ?? {}, item),
      );
    case 'string':
      if (typeof value !== 'string') return wrong('string');
      return schema.enum === undefined || schema.enum.includes(value) ? [] : wrong(schema.enum.join(' or '));
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('boolean');
    case 'integer':
      return Number.isInteger(value) ? [] : wrong('integer');
    case 'number':
      return typeof value === 'number' ? [] : wrong('number');
    default:
      return [];
  }
}

function faultsOfFields(
  { schemas, path }: Where,
  { properties = {}, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}.${name}`;
    const rule = properties[name] ?? additionalProperties;
    return rule === undefined ? [`${at}: unknown field`] : faults({ schemas, path: at }, rule, inner);
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
