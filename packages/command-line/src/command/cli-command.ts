import { nearestWord } from '@strongroom/settings/nearest';
import { Argument, Command, Option, type ParseOptionsResult } from 'commander';
import { UsageProblem } from '../errors/problem.ts';

/** The command line without the name of the program, and its effect. */
export type Example = readonly [typed: string, does: string];

const DASHED = '; a name that begins with a dash goes after `--`';

/** Source of the words that a shell offers: paths on this machine, or what the service says. */
export type CompletionSource = 'files' | 'rooms' | 'paths' | 'labels' | 'users' | 'units';

export class CompletedOption extends Option {
  completes: CompletionSource | undefined;
}
export class CompletedArgument extends Argument {
  completes: CompletionSource | undefined;
}

/** A command that throws a UsageProblem where commander would end the process. */
export class CliCommand extends Command {
  readonly examples: readonly Example[];

  constructor(name: string, examples: readonly Example[] = []) {
    super(name);
    this.helpCommand(false);
    this.examples = examples;
    if (this.isRunnable)
      this.addHelpText('after', () =>
        ['\nExamples:', ...examples.flatMap(([typed, does]) => [`  ${this.program} ${typed}`, `      ${does}`])].join(
          '\n',
        ),
      );
  }

  /** The name of the program. */
  get program(): string {
    return this.parent instanceof CliCommand ? this.parent.program : this.name();
  }

  /** The words that call the command, without the name of the program. */
  get path(): string {
    return this.parent instanceof CliCommand ? `${this.parent.path} ${this.name()}`.trim() : '';
  }

  /** Whether the command does something itself, rather than only grouping other commands. */
  get isRunnable(): boolean {
    return this.examples.length > 0;
  }

  /** The commands that do something: this one and those below it. */
  get runnable(): readonly CliCommand[] {
    const below = this.commands.filter((command) => command instanceof CliCommand);
    return [...(this.isRunnable ? [this] : []), ...below.flatMap((command) => command.runnable)];
  }

  /** An error that shows this sentence and the help command. */
  misused(sentence: string, cause?: unknown): UsageProblem {
    return new UsageProblem(`${sentence} See \`${`${this.program} ${this.path}`.trim()} --help\`.`, { cause });
  }

  override error(message: string): never {
    this.refuseMisspelt();
    const given = message.match(/^error: (too many arguments for .+?\. Expected \d+ arguments? but got \d+)/u)?.[1];
    // The shell replaces a pattern without quotes by the files of this machine that it matches.
    if (given !== undefined)
      throw this.misused(`${given}. A name with spaces and a pattern need quotes: '2027/*.pdf'.`);
    const takesNames = this.registeredArguments.length > 0 && /^error: unknown option '[^']+'$/u.test(message);
    const sentence = `${message.replace(/^error: /u, '').replace(/\n\((.*)\)$/su, '. $1')}${takesNames ? DASHED : ''}`;
    throw this.misused(/[.?]$/u.test(sentence) ? sentence : `${sentence}.`);
  }

  /**
   * Refuses a misspelt subcommand, which a command that stands for its family takes for an argument. `notFound`: the
   * sentence about a name that was not found; then only a word that it quotes is refused. Throws UsageProblem.
   */
  refuseMisspelt(notFound?: string): void {
    for (const family of [this, this.parent]) {
      if (!(family instanceof CliCommand) || family.path === '') continue;
      const [word = ''] = family.args;
      const names = family.commands.map((command) => command.name());
      if (names.includes(word) || notFound?.includes(JSON.stringify(word)) === false) continue;
      const [near] = nearestWord(word, names);
      if (near === undefined) continue;
      throw family.misused(`unknown command '${word}'. Did you mean \`${family.program} ${family.path} ${near}\`?`);
    }
  }

  /** Refuses an option in place of a missing value, which commander would accept as the value. */
  override parseOptions(argv: string[]): ParseOptionsResult {
    const end = argv.indexOf('--');
    for (const [index, word] of argv.entries()) {
      const option = this.options.find(({ long, required }) => required && long === word);
      if (option !== undefined && (end === -1 || index < end) && /^-./u.test(argv[index + 1] ?? ''))
        this.error(`option '${option.flags}' argument missing; one that begins with a dash is written ${word}=VALUE`);
    }
    return super.parseOptions(argv);
  }
}
