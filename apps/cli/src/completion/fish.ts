import type { Option } from '../command.ts';
import type { Table } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
/** The first sentence: it stands beside the word. */
const short = (text: string): string => quoted(text.split(/(?<=\.)\s/u)[0] ?? text);

/** To be sourced: `strongroom completion fish | source`. */
export function fish({ first, families, commands }: Table): string {
  return [
    '# Completion of strongroom for fish. Printed from its table of commands.',
    'complete -c strongroom -f',
    ...first.map(([word, does]) => `complete -c strongroom -n __fish_use_subcommand -a ${word} -d ${short(does)}`),
    ...families.flatMap(([family, words]) =>
      words.map(([word, does]) => {
        const others = words.map(([other]) => other).join(' ');
        const when = `__fish_seen_subcommand_from ${family}; and not __fish_seen_subcommand_from ${others}`;
        return `complete -c strongroom -n ${quoted(when)} -a ${word} -d ${short(does)}`;
      }),
    ),
    ...commands.flatMap(({ name, options, operands }) => {
      const when = quoted(
        name
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and '),
      );
      return [
        ...options.map(([option, described]) => optionLine(when, option, described)),
        ...(operands.isFile ? [`complete -c strongroom -n ${when} -F`] : []),
        ...(operands.words.length > 0
          ? [`complete -c strongroom -n ${when} -a ${quoted(operands.words.join(' '))}`]
          : []),
      ];
    }),
    '',
  ].join('\n');
}

function optionLine(when: string, option: string, { value, choices, completes, text }: Option): string {
  const needs = value === undefined ? '' : completes === 'files' ? ' -r -F' : ' -x';
  const among = choices === undefined ? '' : ` -a ${quoted(choices.join(' '))}`;
  return `complete -c strongroom -n ${when} -l ${option}${needs}${among} -d ${short(text)}`;
}
