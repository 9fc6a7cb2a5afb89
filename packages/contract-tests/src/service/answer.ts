import { expect } from '@jest/globals';

type Texts =
  | 'id'
  | 'file_id'
  | 'room_id'
  | 'user_id'
  | 'org_unit_id'
  | 'receipt_id'
  | 'secret'
  | 'token'
  | 'token_id'
  | 'url'
  | 'upload_url'
  | 'download_url'
  | 'wrapped_dek'
  | 'kms_key_id'
  | 'iv'
  | 'tag'
  | 'redemption'
  | 'name'
  | 'type'
  | 'rule'
  | 'role'
  | 'status'
  | 'effect'
  | 'expires_at'
  | 'created_at'
  | 'user_code'
  | 'device_code'
  | 'email'
  | 'member_visibility'
  | 'my_role'
  | 'uploaded_at'
  | 'uploaded_by'
  | 'joined_at'
  | 'received_at'
  | 'at'
  | 'occurred_at'
  | 'deleted_at'
  | 'effective_clearance';

/** Fields of `data` that tests read. The type is not checked: tests assert with `expect`. */
export type Data = Readonly<Record<Texts, string>> &
  Readonly<{
    rank: number;
    /** Path of a folder. */
    path: string;
    file_count: number;
    /** Place of a folder among those beside it. */
    position?: number | null;
    parent_id: string | null;
    /** Index number of a folder or file. */
    index: string | null;
    member_count: number;
    /** Groups of a member in a list. */
    groups?: readonly unknown[];
    /** Number of the version of a file. */
    version: number | null;
    version_count?: number;
    /** Time of the last visit of the caller, and day of that of a member. */
    seen_at?: string | null;
    last_visit_on?: string | null;
    download_count: number;
    max_downloads: number;
    /** Actions that the caller may perform; absent in lists that were asked for without them. */
    may?: readonly string[];
    /** Bytes of a part of an announced upload. */
    part_size: number | null;
    parts: readonly Readonly<{ number: number; size: number; upload_url: string | null }>[];
    external: boolean;
    /** Time of the last sign-in of a user. */
    last_sign_in_at?: string | null;
    second_factor?: string;
    current: boolean;
    /** Data of a row of a bulk answer. */
    data: Readonly<{ download_url: string }>;
    session: Readonly<{ token: string; expires_at: string }>;
    /** State of the options of a second factor. */
    state: string;
    totp: Readonly<{ secret: string }>;
    factors: readonly Readonly<{ id: string }>[];
    recovery_codes: readonly string[];
    invitation: Readonly<{ id: string; expires_at: string; next_mail_at: string }>;
  }>;

type Meta = Readonly<{ page: number | null; per_page: number; total: number; next_cursor: string | null }>;

type Body = Readonly<{
  data?: Data | readonly Data[];
  meta?: Meta;
  error?: Readonly<{
    code: string;
    message: string;
    status: number;
    details?: readonly Readonly<{ field: string }>[];
    second_factor?: Readonly<{ pending: string }>;
  }>;
}>;

/** An answer as a client sees it. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;

  constructor(response: Response, text: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.text = text;
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true && text !== '';
    this.body = isJson ? (JSON.parse(text) as Body) : {};
  }

  get data(): Data {
    return this.body.data as Data;
  }

  get list(): readonly Data[] {
    return this.body.data as readonly Data[];
  }

  get meta(): Meta {
    return this.body.meta as Meta;
  }

  /** Error code; empty for a success. */
  get code(): string {
    return this.body.error?.code ?? '';
  }
}

/** Returns the data of a call that must succeed, with `status` if given. */
export async function dataOf(call: Promise<Answer>, status?: number): Promise<Data> {
  const answer = await call;
  if (status === undefined ? answer.status >= 300 : answer.status !== status)
    throw new Error(`${answer.status} instead of ${status ?? 'success'}: ${answer.text.slice(0, 500)}`);
  return answer.data;
}

/** Asserts that a call is refused with a status and code. */
export async function expectRefusal(call: Promise<Answer>, status: number, code: string): Promise<Answer> {
  const answer = await call;
  expect([answer.status, answer.code, answer.text.slice(0, 300)]).toEqual([status, code, answer.text.slice(0, 300)]);
  return answer;
}

/** The data of an answer without `may`, which differs between callers. */
export const withoutMay = <D extends object>(data: D): D => ({ ...withoutPossibleValues(data), may: undefined });

/** The data of an answer without the fields that lists and answers to changes leave out. */
export const withoutPossibleValues = <D extends object>(data: D): D => ({
  ...data,
  roles_to_invite: undefined,
  roles_to_give: undefined,
  clearances_to_give: undefined,
  labels_to_give: undefined,
  last_activity_at: undefined,
  last_sign_in_at: undefined,
  second_factor: undefined,
});
