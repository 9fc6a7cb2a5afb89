import type { Json } from '@strongroom/domain';

const parse: (text: string) => Json = JSON.parse;

/** JSON as it was stored. Other text, which a failing disk or another program wrote, becomes null: it damages one document. */
export function storedJson(text: unknown): Json {
  if (typeof text !== 'string') return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}
