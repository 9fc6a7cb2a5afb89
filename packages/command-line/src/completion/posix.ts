import { type CompletedPosition, type CompletionTable, completionFunctionOf, valuesOf } from './words.ts';

/** Prints the candidates in the shell's own way. */
type Speech = Readonly<{ words: (words: readonly string[]) => string; files: string; asked: string }>;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The common part of bash and zsh. It reads `first`, `second`, `previous`, `current`, and `place`, the index of the
 * word being completed.
 */
export function posixBody({ first, families, commands }: CompletionTable, { words, files, asked }: Speech): string {
  const offer = ({ words: fixed, isFile, isAsked }: CompletedPosition, filesFrom = 0): string =>
    [
      ...(fixed.length > 0 ? [words(fixed)] : []),
      ...(isAsked ? [asked] : []),
      ...(isFile ? [filesFrom > 0 ? `if [ "$place" -ge ${filesFrom} ]; then ${files}; fi` : files] : []),
    ].join('; ') || ':';
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ required }) => required)
      .map((option) => `    ${quoted(`${path} --${option.name()}`)}) ${offer(valuesOf(option))}; return;;`),
  );
  return [
    `  local command=''`,
    '  case "$first $second" in',
    ...commands
      .filter(({ path }) => path.includes(' '))
      .map(({ path }) => `    ${quoted(path)}) command=${quoted(path)};;`),
    '    *) case "$first" in',
    ...commands.filter(({ path }) => !path.includes(' ')).map(({ path }) => `      ${path}) command=${path};;`),
    ...families
      .filter(([, , hasDefault]) => hasDefault)
      .map(([family]) => `      ${family}) command=${quoted(`${family} list`)};;`),
    '    esac;;',
    '  esac',
    '  case "$command $previous" in',
    ...values,
    '  esac',
    '  case "$current" in',
    '    -*) case "$command" in',
    ...commands.map(
      ({ path, options }) => `      ${quoted(path)}) ${words(options.map((option) => `--${option.name()}`))}; return;;`,
    ),
    '    esac;;',
    '  esac',
    `  if [ "$place" = 1 ]; then ${words(first.map(([word]) => word))}; return; fi`,
    '  if [ "$place" = 2 ]; then',
    '    case "$first" in',
    ...families.map(([family, second]) => `      ${family}) ${words(second.map(([word]) => word))};;`),
    '    esac',
    '  fi',
    '  case "$command" in',
    ...commands
      .filter(({ operands }) => operands.words.length > 0 || operands.isFile || operands.isAsked)
      .map(({ path, operands }) => `    ${quoted(path)}) ${offer(operands, operands.filesFrom)};;`),
    '  esac',
  ].join('\n');
}

/** Usage: `source <(strongroom completion bash)`. */
export function bashScript(table: CompletionTable): string {
  const { program } = table;
  const own = completionFunctionOf(program);
  return `# Completion of ${program} for bash. Printed from its commands.
${own}_asked() {
  local line quote=$'\\x27' open=
  case "$1" in "$quote"*"$quote"*|'"'*'"'*) return;; "$quote"*|'"'*) open=1;; esac
  while IFS= read -r line; do
    # In an open quote, these could end it, or run.
    [ -z "$open" ] || case "$line" in *['"$\`\\!'"$quote"]*) continue;; esac
    case "$line" in */) compopt -o nospace 2>/dev/null;; esac
    if [ -n "$open" ]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf %q "$line")"); fi
  done < <(${program} __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
${own}() {
  local first=\${COMP_WORDS[1]-} second=\${COMP_WORDS[2]-} current=\${COMP_WORDS[COMP_CWORD]-}
  local previous=\${COMP_WORDS[COMP_CWORD-1]-} place=$COMP_CWORD
  COMPREPLY=()
${posixBody(table, {
  words: (words) => `COMPREPLY+=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`,
  asked: `${own}_asked "$current"`,
  files: `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$current"))`,
})}
}
complete -F ${own} ${program}
`;
}

/** Splits at line ends only: names have blanks. */
const zshAsked = (program: string): string =>
  `local IFS=$'\\n'; compadd -- $(${program} __complete "\${words[@]:1:$place}" 2>/dev/null)`;

/** Usage: source it, or save it as _strongroom in a folder of \`fpath\`. */
export function zshScript(table: CompletionTable): string {
  const { program } = table;
  const own = completionFunctionOf(program);
  return `#compdef ${program}
# Completion of ${program} for zsh. Printed from its commands.
${own}() {
  local first=\${words[2]-} second=\${words[3]-} current=\${words[CURRENT]-} previous=\${words[CURRENT-1]-}
  local place=$((CURRENT - 1))
${posixBody(table, { words: (words) => `compadd -- ${words.map(quoted).join(' ')}`, files: '_files', asked: zshAsked(program) })}
}
if [ "\${funcstack[1]}" = ${own} ]; then ${own} "$@"; else compdef ${own} ${program}; fi
`;
}
