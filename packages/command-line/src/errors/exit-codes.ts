/** Exit codes of the program. Printed into docs/reference/cli.md. */
export const EXIT = {
  done: 0,
  notDone: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  notFound: 5,
  unreachable: 6,
  notAuthentic: 7,
  noKey: 8,
  interrupted: 130,
} as const;

/** The meaning of each exit code. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'Done.',
  notDone: 'Not done: a file of this machine, a check that fails, several files for different reasons, or a defect.',
  usage: 'The command was not understood, or a name has several matches.',
  notSignedIn: 'You are not signed in, or the token is no longer accepted.',
  refused: 'The service refuses it: a right is missing, a state forbids it, a value is wrong, a limit is reached.',
  notFound: 'It does not exist, you may not see it, or a link has ended.',
  unreachable: 'The service or its store cannot be reached, does not answer in time, or is not available.',
  notAuthentic: 'The content is not what was uploaded: its ciphertext, iv, tag or size differs. Nothing was written.',
  noKey: 'The data key could not be unwrapped: it was changed, or your key management refuses or lacks its key.',
  interrupted: 'Interrupted by Ctrl-C; 143 by SIGTERM, 129 by SIGHUP. What was finished stays, nothing is half done.',
};
