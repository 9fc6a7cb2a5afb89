/**
 * Gives the memory of a piece back that nobody looks at again. A transfer makes more of them than the garbage collector
 * notices: to it they are small objects, whose bytes lie elsewhere. What is a part of something larger is left alone.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
