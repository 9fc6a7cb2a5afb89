import type { JsonSchema } from '@strongroom/domain';
import type { FieldClass } from './is.ts';

const COMPONENTS = new Map<string, FieldClass>();
const PLACE = '#/components/schemas/';

/** Names a class in the document. Throws TypeError for two classes of one name, which would share one description. */
export function noteComponent(type: FieldClass): void {
  const known = COMPONENTS.get(type.name);
  if (known !== undefined && known !== type) throw new TypeError(`two classes are called ${type.name}`);
  COMPONENTS.set(type.name, type);
}

export const refTo = (type: FieldClass): JsonSchema => ({ $ref: `${PLACE}${type.name}` });

/** The class that a reference in a schema names, if any. */
export const componentAt = (ref: string): FieldClass | undefined =>
  ref.startsWith(PLACE) ? COMPONENTS.get(ref.slice(PLACE.length)) : undefined;
