import type { Option } from 'commander';
import { type CompletionTable, completionFunctionOf, valuesOf } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
/** The first sentence, which fish shows next to the word. */
const short = (text: string): string => quoted(text.split(/(?<=\.)\s/u)[0] ?? text);

/** Words that the service knows, read when they are needed. */
const askedOf = (program: string): string =>
  `'(${program} __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`;

/** Usage: `strongroom completion fish | source`. */
export function fishScript({ program, first, families, commands }: CompletionTable): string {
  const own = `_${completionFunctionOf(program)}`;
  const asked = askedOf(program);
  return [
    `# Completion of ${program} for fish. Printed from its commands.`,
    ...conditions(own, families, commands),
    `complete -c ${program} -f`,
    ...first.map(([word, does]) => `complete -c ${program} -n __fish_use_subcommand -a ${word} -d ${short(does)}`),
    ...families.flatMap(([family, words]) =>
      words.map(([word, does]) => `complete -c ${program} -n '${own}_family ${family}' -a ${word} -d ${short(does)}`),
    ),
    ...commands.flatMap(({ path, options, operands }) => {
      const when = `'${own}_command ${path}'`;
      return [
        ...options.map((option) => optionLine(program, when, option)),
        ...(operands.isFile ? [`complete -c ${program} -n ${when} -F`] : []),
        ...(operands.isAsked ? [`complete -c ${program} -n ${when} -a ${asked}`] : []),
        ...(operands.words.length > 0
          ? [`complete -c ${program} -n ${when} -a ${quoted(operands.words.join(' '))}`]
          : []),
      ];
    }),
    '',
  ].join('\n');
}

/** Conditions look at the first words only, because an operand may be spelled like a command. */
const conditions = (
  own: string,
  families: CompletionTable['families'],
  commands: CompletionTable['commands'],
): readonly string[] => [
  `function ${own}_family`,
  '  set -l words (commandline -opc)[2..-1]',
  '  test "$words" = "$argv"',
  'end',
  `function ${own}_command`,
  '  set -l words (commandline -opc)[2..-1]',
  '  set -l command $words[1]',
  `  contains -- "$words[1]" ${families.flatMap(([family, , hasDefault]) => (hasDefault ? [family] : [])).join(' ')}; and set command $words[1] list`,
  `  contains -- "$words[1..2]" ${commands.flatMap(({ path }) => (path.includes(' ') ? [quoted(path)] : [])).join(' ')}; and set command $words[1..2]`,
  '  test "$command" = "$argv"',
  'end',
];

function optionLine(program: string, when: string, option: Option): string {
  const { words, isFile, isAsked } = valuesOf(option);
  const needs = option.required ? (isFile ? ' -r -F' : ' -x') : '';
  const among = isAsked ? ` -a ${askedOf(program)}` : words.length === 0 ? '' : ` -a ${quoted(words.join(' '))}`;
  return `complete -c ${program} -n ${when} -l ${option.name()}${needs}${among} -d ${short(option.description)}`;
}
