import { readFileSync, statSync } from 'node:fs';
import { type LabelScheme, type ProofMode, type ReleaseConditions, readConditions } from '@strongroom/domain';

/** Bytes; a larger file is not a policy. */
const MAX_BYTES = 1_048_576;

const SETTINGS = { labels: 'STRONGROOM_LABELS', proof: 'STRONGROOM_KEY_SERVICE_PROOF' } as const;

/** The policy in a file. Problems are sentences for the operator that name the file. */
export function policyIn(
  file: string,
  known: Readonly<{ scheme: LabelScheme; mode: ProofMode }>,
): Readonly<{ conditions: ReleaseConditions } | { problems: readonly string[] }> {
  try {
    if (statSync(file).size > MAX_BYTES) return { problems: [`${file}: it is longer than ${MAX_BYTES} bytes.`] };
    const json = readFileSync(file, 'utf8');
    const read = readConditions(JSON.parse(json), { ...known, settings: SETTINGS });
    const repeated = repeatedName(json);
    if (repeated !== undefined) return { problems: [`${file}: an object has ${JSON.stringify(repeated)} twice.`] };
    return 'conditions' in read ? read : { problems: read.problems.map((problem) => `${file}: ${problem}`) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    return { problems: [`${file}: ${reason} (${error instanceof Error ? error.message : String(error)}).`] };
  }
}

/** The first name that an object of valid JSON has twice, of which JSON.parse keeps the last silently; undefined without one. */
function repeatedName(json: string): string | undefined {
  const open: Set<unknown>[] = [];
  for (const [, text, colon, brace] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)|([{}])/g)) {
    if (brace === '{') open.push(new Set());
    else if (brace === '}') open.pop();
    else if (text !== undefined && colon === ':') {
      const name = String(JSON.parse(text));
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}
