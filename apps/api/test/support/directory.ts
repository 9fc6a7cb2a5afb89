import { Caller, type Reply } from './caller.ts';
import type { World } from './service-in-memory.ts';

/** A directory that provisions users over SCIM, with a token of the owner or of another user. */
export async function aDirectory(world: World, by: Caller = world.owner): Promise<Caller> {
  const made = await by.post('/tokens', { name: 'directory', scopes: ['scim'] });
  return new Caller(`${world.url}/scim/v2`, made.body.data.token);
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The body of a PATCH. */
export const operations = (...Operations: readonly object[]) => ({ schemas: [PATCH], Operations });

let made = 0;
export const anAddress = (): string => `colleague-${++made}@example.com`;

/** A user as the directory creates them. */
export async function provisioned(directory: Caller, more: object = {}): Promise<Reply['body']> {
  const userName = anAddress();
  const answer = await directory.post('/Users', { schemas: [USER], userName, active: true, ...more });
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const filtered = (directory: Caller, path: string, filter: string): Promise<Reply> =>
  directory.get(`${path}?filter=${encodeURIComponent(filter)}`);

/** The ids of the resources that match a filter. */
export async function idsBy(directory: Caller, path: string, filter: string): Promise<readonly string[]> {
  const { body } = await filtered(directory, path, filter);
  return body.Resources.map(({ id }: { id: string }) => id);
}
