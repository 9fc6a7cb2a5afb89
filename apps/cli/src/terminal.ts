/** Where a command hears and speaks. */
export type Terminal = Readonly<{
  /** What was asked for. */
  out: (text: string) => void;
  /** What is said about it. */
  err: (text: string) => void;
  /** Does a person read standard output, and not a file or another program? */
  isTerminal: boolean;
  /** Everything on standard input, as UTF-8; undefined beyond so many bytes. */
  input: (mostBytes: number) => Promise<string | undefined>;
  /** An environment variable; undefined where it is empty, too. */
  variable: (name: string) => string | undefined;
}>;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // Whoever reads us may have read enough (`| head -1`): that is no error of ours.
  process.stdout.on('error', (error) => {
    if (!('code' in error && error.code === 'EPIPE')) throw error;
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    input: (mostBytes) => textOf(process.stdin, mostBytes),
    // oxlint-disable-next-line node/no-process-env -- the one place where the environment is read
    variable: (name) => process.env[name] || undefined,
  };
}

async function textOf(stream: AsyncIterable<Uint8Array | string>, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
