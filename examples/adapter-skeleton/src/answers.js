/**
 * Reads one answer of Redis, from https://redis.io/docs/latest/develop/reference/protocol-spec/ (RESP2). `end` is the
 * place behind it; undefined while it has not arrived in full.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {{ value: unknown; end: number } | undefined}
 */
export function readAnswer(bytes, start) {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const kind = String.fromCharCode(bytes[start] ?? 0);
  const text = bytes.toString('utf8', start + 1, lineEnd);
  const end = lineEnd + 2;
  if (kind === '+') return { value: text, end };
  if (kind === ':') return { value: Number(text), end };
  if (kind === '-') return { value: new Error(text), end };
  if (kind === '$') return textAt(bytes, end, Number(text));
  if (kind === '*') return listAt(bytes, end, Number(text));
  throw new Error('this is no answer of Redis');
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function textAt(bytes, start, length) {
  if (length < 0) return { value: null, end: start };
  const end = start + length + 2;
  return bytes.length < end ? undefined : { value: bytes.toString('utf8', start, start + length), end };
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function listAt(bytes, start, length) {
  const value = [];
  let end = start;
  for (let index = 0; index < length; index++) {
    const read = readAnswer(bytes, end);
    if (read === undefined) return undefined;
    value.push(read.value);
    end = read.end;
  }
  return { value, end };
}
