/** Words for those who see the inbox; undefined where the sender gave none. */
export type SenderWords = Readonly<{ sender_name: string | undefined; note: string | undefined }>;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
const UNSEEN_BUT_BREAKS = /[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}/gu;

/** Words as the service takes them: what is pasted may have characters that it refuses, once the file has been sent. */
export const senderWords = (name: string, note: string): SenderWords => ({
  sender_name: name.replace(UNSEEN, '').trim() || undefined,
  note: note.replace(UNSEEN_BUT_BREAKS, '').trim() || undefined,
});
