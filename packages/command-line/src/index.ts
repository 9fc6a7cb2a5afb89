export { nearestWord } from '@strongroom/settings/nearest';
export { type CliCommand, CompletedArgument, CompletedOption, type CompletionSource } from './command/cli-command.ts';
export {
  type CommandWork,
  type DefinedCommand,
  defineCommand,
  type OptionDefinition,
  type TypedArguments,
  type World,
} from './command/command.ts';
export { DURATIONS, secondsOf } from './command/durations.ts';
export { JSON_OPTION, LIST_OPTIONS, listOptionsOf, printOptionsOf, showsNames } from './command/json-option.ts';
export { parseCount } from './command/numbers.ts';
export { completionOf } from './completion/command.ts';
export { EXIT, EXIT_MEANINGS } from './errors/exit-codes.ts';
export { type CommandFailure, formatFailure } from './errors/failure.ts';
export { Interrupted, Problem, UsageProblem } from './errors/problem.ts';
export { formatBytes } from './print/bytes.ts';
export { cleanJson, cleanLine, cleanLines } from './print/clean.ts';
export { bold } from './print/colour.ts';
export { confirmByWord, confirmByYes } from './print/confirmed.ts';
export { formatCount } from './print/counted.ts';
export { type Column, type PrintOptions, printDone, printList, printOne } from './print/print.ts';
export { isPartOfId, shortId } from './print/short-id.ts';
export { localMinute, localTime } from './print/time.ts';
export { type CommandGroups, type ProgramDefinition, programOf } from './program/program.ts';
export { runProgram } from './program/run.ts';
export { boundedText } from './system/bounded-text.ts';
export { linesOf } from './terminal/lines.ts';
export { processTerminal, type Terminal } from './terminal/terminal.ts';
