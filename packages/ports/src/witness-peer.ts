/**
 * A witness that signs checkpoints (C2SP tlog-witness). Its signatures are checked by the caller.
 *
 * - [WP-01] `submit` posts the text, word for word, to `add-checkpoint`, and returns status and body of any answer.
 * - [WP-02] Without a whole answer in time, as from a witness that is down, silent or stops in the middle, it rejects with Unavailable.
 * - [WP-03] A redirection is never followed: it is Unavailable.
 * - [WP-04] An answer of more than 64 KiB is cut off at once and Unavailable, and nothing of it is in the error.
 */
export interface WitnessPeer {
  readonly vkey: string;
  submit(body: string): Promise<Readonly<{ status: number; body: string }>>;
}
