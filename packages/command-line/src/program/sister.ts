import { nearestWord } from '@strongroom/settings/nearest';
import { UsageProblem } from '../errors/problem.ts';
import { familiesOf, isKnown, type ProgramDefinition, type RelatedProgram } from './program.ts';

/** Refuses a command of the sister program, and a slip of the finger in its name, with the name that is right. Throws UsageProblem. */
export async function refuseRelatedCommand(definition: ProgramDefinition, words: readonly string[]): Promise<void> {
  const sister = await definition.sister?.();
  const [family] = words;
  if (sister === undefined || family === undefined || family.startsWith('-')) return;
  const moved = sister.commands.find((command) => isTyped(command, words));
  if (moved !== undefined) throw new UsageProblem(`moved: ${sister.name} ${moved}`);
  if (isKnown(definition, family)) {
    refuseBelow(definition, sister, words);
    return;
  }
  const families = [...new Set(sister.commands.map((command) => command.split(' ')[0] ?? ''))];
  if (families.includes(family)) throw new UsageProblem(`moved: ${sister.name} ${family}`);
  const [near] = nearestWord(family, families);
  if (near === undefined || nearestWord(family, Object.keys(familiesOf(definition))).length > 0) return;
  throw elsewhere(definition, sister, family, near);
}

/** Refuses a slip in the second word, in a family that both programs have. */
function refuseBelow(definition: ProgramDefinition, sister: RelatedProgram, [family, word]: readonly string[]): void {
  if (word === undefined) return;
  const below = sister.commands.flatMap((command) => {
    const [first, second] = command.split(' ');
    return first === family && second !== undefined ? [second] : [];
  });
  const [near] = nearestWord(word, below);
  if (near !== undefined && near !== word) throw elsewhere(definition, sister, word, `${family} ${near}`);
}

const elsewhere = ({ name }: ProgramDefinition, sister: RelatedProgram, word: string, near: string): UsageProblem =>
  new UsageProblem(`unknown command '${word}'. Did you mean \`${sister.name} ${near}\`? See \`${name} --help\`.`);

/** Whether the words begin with the path of a command; an option of it may be anywhere after that. */
function isTyped(command: string, words: readonly string[]): boolean {
  const parts = command.split(' ');
  const path = parts.filter((part) => !part.startsWith('--'));
  if (path.some((part, index) => words[index] !== part)) return false;
  return parts
    .filter((part) => part.startsWith('--'))
    .every((option) => words.some((word) => word === option || word.startsWith(`${option}=`)));
}
