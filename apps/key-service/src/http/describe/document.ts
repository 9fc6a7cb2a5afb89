import { KEY_ERRORS, type KeyErrorCode } from '@strongroom/domain';
import { KEY_STATUSES } from '../errors/statuses.ts';
import { DESCRIBED_CALLS, type DescribedCall } from './calls.ts';
import { fieldsSchema, ref, type Schema } from './fields.ts';
import { SCHEMAS } from './schemas.ts';

const ALWAYS: readonly KeyErrorCode[] = [
  'ORIGIN_REFUSED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'KEY_STORE_UNAVAILABLE',
  'KEY_SERVICE_NOT_READY',
];

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

/** The OpenAPI 3.1 document of the calls that programs make. */
export function keyServiceDocument(version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const described of DESCRIBED_CALLS) {
    const path = described.path.replaceAll(/:(\w+)/gu, '{$1}');
    const method = described.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: operationOf(described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strongroom key service',
      version,
      summary: 'Releases data keys to people whom the room service granted them.',
      description: 'docs/reference/key-service.md describes each step: grants, proofs, sealed answers and signatures.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        device: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Strongroom-Device` and the proof of an enrolled device, which covers method, path and body.',
        },
      },
      schemas: SCHEMAS,
    },
  };
}

function operationOf(described: DescribedCall): Schema {
  const { operationId, summary, path, modes, isSigned, body, status, data, codes } = described;
  const names = Array.from(path.matchAll(/:(\w+)/gu), ([, name = '']) => name);
  return {
    operationId,
    summary,
    description: `In the modes ${modes.map((mode) => `\`${mode}\``).join(', ')}.`,
    security: isSigned === true ? [{ device: [] }, {}] : [],
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: 'Its id.',
      schema: { type: 'string' },
    })),
    ...(body !== undefined && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: 'Done.', content: json(fieldsSchema({ data })) },
      ...refusals([...ALWAYS, ...codes]),
    },
  };
}

function refusals(codes: readonly KeyErrorCode[]): Schema {
  const statuses = [...new Set(codes.map((code) => KEY_STATUSES[code]))].toSorted((a, b) => a - b);
  const sentence = (code: KeyErrorCode): string => `\`${code}\`: ${KEY_ERRORS[code]}`;
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => KEY_STATUSES[code] === status)
          .map(sentence)
          .join('\n\n'),
        content: json(ref('Error')),
      },
    ]),
  );
}
