import { attributeOf, type Filter, readFilter } from './filter.ts';
import { isObject, memberOf, type ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';

/** The target of one operation: an attribute, which of its values, and a part of them. */
export type PatchPath = Readonly<{ attribute: string; filter?: Filter; part?: string }>;

/** One operation of a PATCH (RFC 7644 section 3.5.2). Without a path, `value` was an object with one member for each. */
export type PatchOperation = Readonly<{ op: 'add' | 'replace' | 'remove'; path: PatchPath; value: unknown }>;

const MAX_OPERATIONS = 1000;
const OPS = ['add', 'replace', 'remove'] as const;

/** Reads the operations of a PATCH. Entra ID writes them with a capital. Throws invalidSyntax, invalidPath, invalidFilter, noTarget. */
export function readPatch(body: ScimObject): readonly PatchOperation[] {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw badRequest('invalidSyntax', `Operations is a list of 1 to ${MAX_OPERATIONS} operations.`);
  return operations.flatMap(readOperation);
}

function readOperation(operation: unknown): readonly PatchOperation[] {
  if (!isObject(operation)) throw badRequest('invalidSyntax', 'An operation is an object.');
  const sent = memberOf(operation, 'op');
  const op = OPS.find((known) => known === (typeof sent === 'string' ? sent.toLowerCase() : undefined));
  if (op === undefined) throw badRequest('invalidSyntax', 'op is one of add, replace and remove.');
  const path = memberOf(operation, 'path');
  const value = memberOf(operation, 'value');
  if (typeof path === 'string' && path !== '') return [{ op, path: readPath(path), value }];
  if (op === 'remove') throw badRequest('noTarget', 'A remove has a path.');
  if (!isObject(value)) throw badRequest('invalidSyntax', 'An operation without a path has an object as its value.');
  return Object.entries(value).map(([name, one]) => ({ op, path: readPath(name), value: one }));
}

const FORM = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

function readPath(text: string): PatchPath {
  const name = attributeOf(text);
  // An extension whose attributes are not stored here, with the attribute after its last colon.
  if (name.startsWith('urn:')) return { attribute: 'urn:' };
  // The filter keeps the letter case of its values.
  const [, attribute, filter, part] = FORM.exec(text.slice(text.length - name.length)) ?? [];
  if (attribute === undefined) throw badRequest('invalidPath', `"${text.slice(0, 100)}" is no path of an attribute.`);
  return {
    attribute: attribute.toLowerCase(),
    ...(filter !== undefined && { filter: readFilter(filter) }),
    ...(part !== undefined && { part: part.toLowerCase() }),
  };
}

/** Attributes of RFC 7643 that directories send by default and that are not stored here: they are ignored. */
const IGNORED = new Set(
  (
    'urn: schemas id meta groups nickname profileurl title usertype preferredlanguage locale timezone password ' +
    'phonenumbers ims photos addresses entitlements roles x509certificates'
  ).split(' '),
);

/** Throws invalidPath for an attribute that is neither stored nor known. */
export function assertIgnored({ attribute }: PatchPath): void {
  if (!IGNORED.has(attribute)) throw badRequest('invalidPath', `There is no attribute "${attribute.slice(0, 100)}".`);
}
