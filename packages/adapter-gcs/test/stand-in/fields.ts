/** Selects the requested fields of a resource: `a,b(c,d)`, as the partial responses of Google's APIs. */
export function shownFields(resource: object, fields: string | undefined): object {
  if (fields === undefined) return resource;
  const shown = Object.entries(resource).flatMap(([name, value]) => {
    const asked = topLevel(fields).find((field) => field === name || field.startsWith(`${name}(`));
    if (asked === undefined) return [];
    return [[name, asked === name ? value : inside(value, asked.slice(name.length + 1, -1))]];
  });
  return Object.fromEntries(shown) as object;
}

const inside = (value: unknown, fields: string): unknown =>
  Array.isArray(value)
    ? value.map((item: object) => shownFields(item, fields))
    : shownFields(typeof value === 'object' && value !== null ? value : {}, fields);

/** Splits at commas outside of brackets. */
function topLevel(fields: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of fields) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts;
}
