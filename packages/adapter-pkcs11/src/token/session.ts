import type { Attribute, TokenInfo } from 'pkcs11js';
import { TokenFailure } from '../process/token-failure.ts';
import { type Api, type Handle, type Library, loadLibrary, type P11, withTokenErrors } from './library.ts';

/** `pin` is that of the token's user. */
export type TokenLogin = Readonly<{ library: string; token: string; pin: string }>;

/** CKS_RW_USER_FUNCTIONS, which pkcs11js does not name. */
const RW_USER_FUNCTIONS = 3;
export type KeyTemplate = readonly Attribute[];

/** A session of the logged-in user with one token. */
export class Session {
  readonly api: Api;
  readonly #p11: P11;
  readonly #slot: Handle;
  readonly #session: Handle;
  readonly #serial: string;

  private constructor({ api, p11 }: Library, slot: Handle, session: Handle, serial: string) {
    this.api = api;
    this.#p11 = p11;
    this.#slot = slot;
    this.#session = session;
    this.#serial = serial;
  }

  /** Finds the token by its label and logs in. Makes nothing. Throws TokenFailure. */
  static async open({ library: path, token, pin }: TokenLogin): Promise<Session> {
    const library = await loadLibrary(path);
    const { api, p11 } = library;
    return withTokenErrors(() => {
      const { slot, info } = findToken(p11, token);
      refuseUnready(api, info, token);
      const session = p11.C_OpenSession(slot, api.CKF_SERIAL_SESSION | api.CKF_RW_SESSION);
      p11.C_Login(session, api.CKU_USER, pin);
      return new Session(library, slot, session, info.serialNumber);
    });
  }

  get serial(): string {
    return this.#serial;
  }

  /** Runs calls on this session. Throws TokenFailure. */
  ask<T>(work: (p11: P11, session: Handle, slot: Handle) => T): T {
    return withTokenErrors(() => work(this.#p11, this.#session, this.#slot));
  }

  /** Finds at most `most` objects with these attributes. */
  find(template: KeyTemplate, most = 1000): readonly Handle[] {
    return this.ask((p11, session) => {
      p11.C_FindObjectsInit(session, [...template]);
      try {
        const found: Handle[] = [];
        for (let more = p11.C_FindObjects(session, 100); more.length > 0 && found.length < most; ) {
          found.push(...more);
          more = p11.C_FindObjects(session, 100);
        }
        return found;
      } finally {
        p11.C_FindObjectsFinal(session);
      }
    });
  }

  attributes(object: Handle, types: readonly number[]): readonly Buffer[] {
    return this.ask((p11, session) =>
      p11
        .C_GetAttributeValue(
          session,
          object,
          types.map((type) => ({ type })),
        )
        .map(({ value }) => value),
    );
  }

  /** Throws TokenFailure unless the user is logged in and the token is the one that was opened. */
  check(): void {
    this.ask((p11, session, slot) => {
      const isLoggedIn = p11.C_GetSessionInfo(session).state === RW_USER_FUNCTIONS;
      if (!isLoggedIn) throw new TokenFailure('lost', 'LOGGED_OUT', 'the session with the token is gone');
      if (p11.C_GetTokenInfo(slot).serialNumber !== this.#serial)
        throw new TokenFailure('lost', 'OTHER_TOKEN', 'another token is in the slot');
    });
  }
}

const trimmed = (text: string): string => text.replace(/[\s\0]+$/, '');

function findToken(p11: P11, label: string): Readonly<{ slot: Handle; info: TokenInfo }> {
  const tokens = p11.C_GetSlotList(true).map((slot) => ({ slot, info: p11.C_GetTokenInfo(slot) }));
  const found = tokens.filter(({ info }) => trimmed(info.label) === label);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const others = tokens.map(({ info }) => trimmed(info.label)).filter((other) => other !== '');
  throw new TokenFailure(
    'unfit',
    'NO_TOKEN',
    first === undefined
      ? `the library shows no token with the label ${label}, but ${others.length === 0 ? 'none' : others.join(', ')}; correct the label`
      : `the library shows ${found.length} tokens with the label ${label}; give each a label of its own`,
  );
}

/** Reads the flags of the token before a login. The token counts wrong PINs, and the last one locks it. */
function refuseUnready(api: Api, { flags }: TokenInfo, label: string): void {
  const refuseIf = (flag: number, text: string): void => {
    if ((flags & flag) !== 0) throw new TokenFailure('refused', 'TOKEN_STATE', `the token ${label} ${text}`);
  };
  refuseIf(api.CKF_USER_PIN_LOCKED, 'has locked the PIN of its user; its security officer can set a new one');
  refuseIf(
    api.CKF_USER_PIN_FINAL_TRY,
    'would be locked by one more wrong PIN; log in once with a tool of the vendor, then start again',
  );
  refuseIf(api.CKF_WRITE_PROTECTED, 'is write-protected; lift its protection with a tool of the vendor');
  if ((flags & api.CKF_USER_PIN_INITIALIZED) === 0)
    throw new TokenFailure(
      'refused',
      'TOKEN_STATE',
      `the token ${label} has no user PIN yet; set one with a tool of the vendor`,
    );
}
