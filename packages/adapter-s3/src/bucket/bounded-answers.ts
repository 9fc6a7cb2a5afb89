import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/**
 * Longest answer that is read whole: a page of 1000 names of 1024 characters each, escaped, has some 6 MB. The library reads
 * answers to their end, and a server may send one without an end.
 */
const MAX_ANSWER_BYTES = 8_388_608;

/** An answer that no S3 server gives. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  readonly code = 'AnswerTooLarge';
}

/** Ends every answer of a client after `MAX_ANSWER_BYTES`, except the bytes of an object, which its caller counts. */
export function boundAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const reply = await next(args);
      const { response } = reply;
      if (!isWithBody(response)) return reply;
      const isObject = context['commandName'] === 'GetObjectCommand' && response.statusCode < 300;
      if (!isObject) response.body = bounded(response.body);
      return reply;
    },
    // Low priority: sees an answer before the part of the library that reads it.
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

type WithBody = { statusCode: number; body: Readable };

const isWithBody = (response: unknown): response is WithBody =>
  typeof response === 'object' &&
  response !== null &&
  'statusCode' in response &&
  typeof response.statusCode === 'number' &&
  'body' in response &&
  response.body instanceof Readable;

function bounded(body: Readable): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) done(new AnswerTooLarge('the answer of the S3 server is too long'));
      else done(null, chunk);
    },
  });
  // The reader of the counter gets its error.
  return pipeline(body, counter, () => undefined);
}
