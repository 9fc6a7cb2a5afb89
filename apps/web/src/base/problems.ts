import type { FieldProblem } from '@strongroom/client';

/** Fields of requests, as people read them in forms. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'The name',
  path: 'The name',
  q: 'The name',
  description: 'The description',
  folder: 'The folder',
  email: 'The address',
  password: 'The password',
  new_password: 'The password',
  message: 'The message',
  recipient: 'The recipient',
  bin_days: 'The term of the bin',
  max_downloads: 'The number of downloads',
  expires_in: 'The time until the end',
  user_code: 'The code',
  url: 'The address',
};

/** The end of a sentence for each problem that the service finds in a field. */
const ENDINGS: readonly (readonly [found: RegExp, ending: string])[] = [
  [/^must have at least 1 character|^must not be blank/, 'is empty'],
  [/^must have at most (\d+) characters/, 'can have $1 characters at most'],
  [/^must have 12 to 256 characters/, 'must have 12 to 256 characters'],
  [/^must not hold (?:invisible|control|lone)/, 'holds characters that cannot be seen: type it instead of pasting it'],
  [/^must be one path segment/, 'cannot contain “/”, and cannot be “.” or “..”'],
  [/^must be segments joined/, 'is made of names with “/” between them, none of them empty, “.” or “..”'],
  [/e-mail address/, 'is not an e-mail address to which mails can be sent'],
  [/^must be a whole number/, 'must be a whole number'],
  [/^must be at least (\d+)/, 'must be at least $1'],
  [/^must be at most (\d+)/, 'can be $1 at most'],
  [/^must be an address such as https/, 'must be like https://hooks.example.com/strongroom'],
  [/^must be the code/, 'has eight letters, such as WDJB-MJHT'],
];

/** A sentence for people about a field that was refused. */
export function problemSentence({ field, message }: Pick<FieldProblem, 'field' | 'message'>): string {
  const name = field.split('.').at(-1) ?? field;
  const subject = FIELDS[name] ?? 'A field';
  // The service begins with the name of the field.
  const problem = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  for (const [found, ending] of ENDINGS) {
    const match = found.exec(problem);
    if (match !== null) return `${subject} ${ending.replace('$1', match[1] ?? '')}.`;
  }
  return `${subject} is not accepted by the service.`;
}
