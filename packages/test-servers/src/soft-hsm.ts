import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Paths that distributions use. */
export const LIBRARY = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path));

export const PIN = '73519824';
const SO_PIN = '18273645';

/** A fresh SoftHSM with a folder of its own, until `end`. Only one at a time: its library reads one variable. */
export class SoftHsm {
  readonly library: string;
  readonly folder: string;

  private constructor(library: string, folder: string) {
    this.library = library;
    this.folder = folder;
  }

  static make(folder = mkdtempSync(join(tmpdir(), 'strongroom-hsm-'))): SoftHsm {
    if (LIBRARY === undefined) throw new Error('these tests need SoftHSM: on Debian, apt-get install softhsm2');
    const made = new SoftHsm(LIBRARY, folder);
    mkdirSync(made.tokens, { recursive: true });
    const configuration = join(folder, 'softhsm2.conf');
    writeFileSync(
      configuration,
      `directories.tokendir = ${made.tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    );
    // oxlint-disable-next-line node/no-process-env -- the library knows no other way
    process.env.SOFTHSM2_CONF = configuration;
    return made;
  }

  /** The folder in which each token is a folder. */
  get tokens(): string {
    return join(this.folder, 'tokens');
  }

  /** Makes a token and returns what opens it. */
  token(label: string, pin = PIN): Readonly<{ library: string; token: string; pin: string }> {
    this.util('--init-token', '--free', '--label', label, '--so-pin', SO_PIN, '--pin', pin);
    return { library: this.library, token: label, pin };
  }

  /** Puts a private key in PKCS#8 into a token, as a vendor's tool would. */
  import({ token, pin }: Readonly<{ token: string; pin: string }>, pem: string, label = 'outer', id = '01'): void {
    const file = join(this.folder, `${label}.p8`);
    writeFileSync(file, pem, { mode: 0o600 });
    this.util('--import', file, '--token', token, '--pin', pin, '--label', label, '--id', id);
    rmSync(file);
  }

  /** Makes a token whose user has no PIN yet. */
  unready(label: string): void {
    const slot = /Slot (\d+)\n(?:(?!\nSlot).)*?Initialized:\s+no/s.exec(this.util('--show-slots'))?.[1] ?? '';
    run('pkcs11-tool', [
      '--module',
      this.library,
      '--slot',
      slot,
      '--init-token',
      '--label',
      label,
      '--so-pin',
      SO_PIN,
    ]);
  }

  /** Runs pkcs11-tool of OpenSC as the user of a token. */
  tool({ token, pin }: Readonly<{ token: string; pin: string }>, ...args: readonly string[]): string {
    const login = ['--module', this.library, '--token-label', token, '--login', '--pin', pin];
    return run('pkcs11-tool', [...login, ...args]);
  }

  util(...args: readonly string[]): string {
    return run('softhsm2-util', args);
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[]): string {
  // oxlint-disable-next-line node/no-process-env -- Jest gives tests their own, which programs do not inherit
  const env = { ...process.env };
  return execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
