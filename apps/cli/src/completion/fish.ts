import type { Option } from 'commander';
import { type Table, valuesOf } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
/** The first sentence, which fish shows next to the word. */
const short = (text: string): string => quoted(text.split(/(?<=\.)\s/u)[0] ?? text);

/** Words that the service knows, read when they are needed. */
const ASKED = `'(strongroom __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`;

/** Usage: `strongroom completion fish | source`. */
export function fish({ first, families, commands }: Table): string {
  return [
    '# Completion of strongroom for fish. Printed from its commands.',
    ...conditions(families, commands),
    'complete -c strongroom -f',
    ...first.map(([word, does]) => `complete -c strongroom -n __fish_use_subcommand -a ${word} -d ${short(does)}`),
    ...families.flatMap(([family, words]) =>
      words.map(
        ([word, does]) => `complete -c strongroom -n '__strongroom_family ${family}' -a ${word} -d ${short(does)}`,
      ),
    ),
    ...commands.flatMap(({ path, options, operands }) => {
      const when = `'__strongroom_command ${path}'`;
      return [
        ...options.map((option) => optionLine(when, option)),
        ...(operands.isFile ? [`complete -c strongroom -n ${when} -F`] : []),
        ...(operands.isAsked ? [`complete -c strongroom -n ${when} -a ${ASKED}`] : []),
        ...(operands.words.length > 0
          ? [`complete -c strongroom -n ${when} -a ${quoted(operands.words.join(' '))}`]
          : []),
      ];
    }),
    '',
  ].join('\n');
}

/** Conditions look at the first words only, because an operand may be spelled like a command. */
const conditions = (families: Table['families'], commands: Table['commands']): readonly string[] => [
  'function __strongroom_family',
  '  set -l words (commandline -opc)[2..-1]',
  '  test "$words" = "$argv"',
  'end',
  'function __strongroom_command',
  '  set -l words (commandline -opc)[2..-1]',
  '  set -l command $words[1]',
  `  contains -- "$words[1]" ${families.flatMap(([family, , hasDefault]) => (hasDefault ? [family] : [])).join(' ')}; and set command $words[1] list`,
  `  contains -- "$words[1..2]" ${commands.flatMap(({ path }) => (path.includes(' ') ? [quoted(path)] : [])).join(' ')}; and set command $words[1..2]`,
  '  test "$command" = "$argv"',
  'end',
];

function optionLine(when: string, option: Option): string {
  const { words, isFile, isAsked } = valuesOf(option);
  const needs = option.required ? (isFile ? ' -r -F' : ' -x') : '';
  const among = isAsked ? ` -a ${ASKED}` : words.length === 0 ? '' : ` -a ${quoted(words.join(' '))}`;
  return `complete -c strongroom -n ${when} -l ${option.name()}${needs}${among} -d ${short(option.description)}`;
}
