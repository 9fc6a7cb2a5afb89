import { type FieldProblem, StrongroomError } from '@strongroom/client';
import { type CommandFailure, EXIT, formatFailure } from '@strongroom/command-line';

/** Advice for codes by which the key service refuses, beside its own sentence. */
const KEY_SERVICE_ADVICE: Readonly<Record<string, string>> = {
  PERSON_INVALID:
    'Look at the devices with `strongroom devices`; a machine that was removed is enrolled again with a new code: `strongroom devices enrol`. Where people sign in at the key service: `strongroom login --browser`.',
  PERSON_EXPIRED: 'Set the clock of this machine.',
  KEY_SIGN_IN_ENDED: 'Run `strongroom keys login`.',
  PERSON_NOT_LINKED:
    'Run `strongroom devices link`, or `strongroom devices enrol` on a machine that is not enrolled. Where people sign in at the key service: `strongroom login --browser`.',
  PERSON_MISMATCH:
    'This machine was enrolled for another person than the one you are here: run `strongroom devices link`.',
  KEY_DESTROYED: '',
  GRANT_INVALID: '',
  GRANT_EXPIRED: 'Run the command again; if that does not help, tell the operator about the clocks.',
  POLICY_DENIED: 'The operator of the key service can change that.',
  STEP_UP_REQUIRED:
    'Sign in again at the key service: `strongroom keys login`, with `--acr VALUE` where an acr is named above.',
  DEVICE_REQUIRED: '',
  WRAPPED_KEY_MISMATCH: '',
  ORIGIN_REFUSED: '',
};

const NOT_AUTHENTIC = new Set(['CONTENT_NOT_AUTHENTIC', 'SIZE_DIFFERS', 'IV_MALFORMED', 'TAG_MALFORMED']);
const NO_KEY = new Set([
  'KEY_NOT_UNWRAPPED',
  'KEY_SERVICE_CHANGED',
  'KEY_MALFORMED',
  'NO_KEY_MANAGEMENT',
  ...Object.keys(KEY_SERVICE_ADVICE),
]);
const UNREACHABLE = new Set([
  'KEY_SERVICE_UNAVAILABLE',
  'CONNECTION_LOST',
  'TIMED_OUT',
  'UNEXPECTED_ANSWER',
  'OBJECT_REFUSED',
]);
const REFUSED = new Set(['FILE_TOO_LARGE', 'READ_ONLY']);
const USAGE = new Set(['ADDRESS_MALFORMED', 'LINK_MALFORMED', 'ADDRESS_INSECURE']);

/** Advice for codes whose own sentence gives none. */
const HINTS: Readonly<Record<string, string>> = {
  NO_KEY_MANAGEMENT:
    'Nothing says where keys are unwrapped: run `strongroom login` where the service has a key service, or `strongroom keys use`.',
  INVALID_CLASSIFICATION: 'There is no such label: `strongroom labels` lists them.',
  ADDRESS_INSECURE:
    'A token is sent over https only, or to this machine; `strongroom login --insecure` allows it nevertheless.',
  UNAUTHENTICATED: 'The service asks for a token.',
  ROUTE_NOT_FOUND:
    'The service does not know what was asked of it: it is older than this program, or the address has more than the service, such as /settings. Give it alone: https://rooms.example.com.',
  ADDRESS_MALFORMED: 'The address of the service is not an http or https address.',
  TIMED_OUT: 'There was no answer in time: run the command again.',
  DESTINATION_EXISTS: 'There is something at the destination already; --overwrite replaces it.',
  LINK_MALFORMED: 'This is not a complete link with its key: copy the whole of it, including the part after the #.',
  KEY_MALFORMED: 'The answer of your key management is not a key of 32 bytes.',
};

/** Formats an error for the user. A defect includes its stack. */
export function failureOf(error: unknown): CommandFailure {
  if (error instanceof StrongroomError)
    return { code: error.code, sentence: sentenceOf(error), exitCode: exitCodeOf(error) };
  return formatFailure(error);
}

const LIMIT = 'RATE_LIMIT_EXCEEDED';
const MINUTE_S = 60;

/** A time of hours or days is a moment: minutes are not counted that far. */
function whenIn(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_S));
  if (minutes > 120)
    return `after ${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}

/** The key service says itself which limit it is. */
function limitSentence({ message, retryAfter = 0 }: StrongroomError): string {
  const again = `Run the command again ${whenIn(retryAfter)}.`;
  return message.startsWith('The key service at ')
    ? `${message} ${again}`
    : `The service takes no more requests of yours for now. ${again}`;
}

function sentenceOf(error: StrongroomError): string {
  const details = error.details.map(saidOf).join('; ');
  const isOfFields = error.code === 'VALIDATION_ERROR' && details !== '';
  const sentences = [
    ...(isOfFields ? [] : [HINTS[error.code] ?? (error.code === LIMIT ? limitSentence(error) : error.message)]),
    ...(error.code === 'CONNECTION_LOST' && error.status === 0
      ? ['Look whether it runs, and run the command again.']
      : []),
    ...(details === '' ? [] : [`${isOfFields ? capitalised(details) : details}.`]),
    ...(KEY_SERVICE_ADVICE[error.code] ? [KEY_SERVICE_ADVICE[error.code]] : []),
    ...(error.status === 401 && !(error.code in KEY_SERVICE_ADVICE) ? ['Sign in with `strongroom login`.'] : []),
    ...(error.status >= 500 && error.requestId !== undefined ? [`(request ${error.requestId})`] : []),
  ];
  return sentences.join(' ');
}

/** Most messages begin with the name of their field. */
function saidOf({ field, message }: FieldProblem): string {
  const name = field.split('.').at(-1) ?? '';
  const said = name === '' || message.startsWith(name) ? message : `${name} ${message}`;
  return said.replace(/\.$/u, '').replace(name, name.replaceAll('_', ' '));
}

const capitalised = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

function exitCodeOf({ code, status }: StrongroomError): number {
  if (NOT_AUTHENTIC.has(code)) return EXIT.notAuthentic;
  if (NO_KEY.has(code)) return EXIT.noKey;
  if (USAGE.has(code)) return EXIT.usage;
  if (REFUSED.has(code)) return EXIT.refused;
  if (status === 401) return EXIT.notSignedIn;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (UNREACHABLE.has(code) || status === 429 || status >= 500) return EXIT.unreachable;
  return status >= 400 ? EXIT.refused : EXIT.notDone;
}
